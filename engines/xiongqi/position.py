"""A position: the complete truth of a match at one moment, immutable."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.outcome import Outcome
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
    boards: tuple[bytes, ...]
    """Every board from the first to this one, as bytes: compact, and quick to compare."""
    moves: tuple[Move, ...] = ()
    """The moves between those boards."""
    taken: bytes = b""
    """The pieces captured by them, in order."""
    check: bool = False
    """Whether the side to move (at the end: the side that would move) is in check."""
    outcome: Outcome | None = None

    @property
    def repetitions(self) -> int:
        """How often this position has occurred, this time included (§6.3).

        The seats alternate, so the same seat moved two boards ago, four, and so on.
        """
        return self.boards[::-2].count(self.boards[-1])
