"""A position: the complete truth of a match at one moment, immutable."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.nation.world import Snapshot


@dataclass(frozen=True, slots=True)
class Position:
    """The state of the nations, and how the match came here."""

    now: Snapshot
    first: Snapshot
    """Where the match, or the text it was read from, began."""
    moves: tuple[str, ...] = ()
    """The texts of all actions since; ``concede:0+2`` where seats dropped out."""
    turn_began: int = 0
    """How many of the moves had been made when this turn began."""
    outcome: Outcome | None = None

    @property
    def undoable(self) -> int:
        """The number of last actions that may be taken back: those of this turn's domestic phase.

        A battle, training or a special action ends the turn, and with it what
        can be taken back (§9.4).
        """
        return 0 if self.outcome else len(self.moves) - self.turn_began
