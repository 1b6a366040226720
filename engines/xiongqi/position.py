"""A position: the complete truth of a match at one moment, immutable."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
from engines.core.recurrence import times_seen
from engines.core.seats import Seat
from engines.xiongqi.moves import Move

Board = tuple[int, ...]
"""64 pieces (see `pieces`), a1 first, rank by rank."""


@dataclass(frozen=True, slots=True)
class Position:
    """The board, whose turn it is, and how the match came here."""

    board: Board
    to_move: Seat
    """Who moves next, or would if the match were not over."""
    start: str
    """Where the record begins, as a text."""
    seen: bytes
    """Marks of the boards since the last that cannot come up again, and of that (`recurrence`)."""
    moves: tuple[Move, ...] = ()
    """The moves since the start."""
    taken: bytes = b""
    """The pieces captured by them, in order."""
    check: bool = False
    """Whether the side to move (at the end: the side that would move) is in check."""
    outcome: Outcome | None = None

    @property
    def repetitions(self) -> int:
        """The number of occurrences of this position, this one included (§6.3)."""
        return times_seen(self.seen)
