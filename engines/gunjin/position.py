"""A position: the complete truth of a match at one moment, immutable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engines.core.hidden import Armies, seats_to_act, times_seen
from engines.core.outcome import Outcome
from engines.core.seats import Seat
from engines.gunjin.pieces import SEAT_OF, USUAL
from engines.gunjin.setup import HOMES

Board: TypeAlias = tuple[int, ...]
"""46 codes of pieces (see `pieces`), a1 first, rank by rank."""

Played: TypeAlias = tuple[int, int, int]
"""Origin, target and result (see `battle`) of a step: all that the public learns of it."""


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The board, whose turn it is, and how the match came here."""

    start: Board
    """Where play began; during set-up, what has been placed so far."""
    first: Seat | None
    """Who made the first step, or is to make it; None during set-up."""
    board: Board
    record: tuple[Played, ...] = ()
    """Every step since `start`."""
    placements: tuple[int, ...] = ()
    """Every `placement_key` since the last battle, or since play began; the last is this one's."""
    outcome: Outcome | None = None
    armies: Armies = USUAL
    """How many of each kind each seat has, those that fell before `start` too: public."""

    def __repr__(self) -> str:
        """Public facts only: a traceback or a log must not tell kinds."""
        return f"<Gunjin position after {len(self.record)} steps, {sorted(self.to_act)} to act>"

    @property
    def to_move(self) -> Seat:
        """The seat that moves next, or would if play went on; meaningless in set-up."""
        return Seat(((self.first or 0) + len(self.record)) % 2)

    @property
    def ready(self) -> tuple[bool, ...]:
        """True for each seat that has placed its army; for both once play has begun."""
        return (True, True) if self.first is not None else HOMES.ready(self.start)

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that owe a move."""
        return seats_to_act(self.outcome, self.ready, self.to_move)

    @property
    def repetitions(self) -> int:
        """The number of times the public has seen this placement with this seat to move (§6.4)."""
        return times_seen(self.placements, seats=2)

    @property
    def quiet(self) -> int:
        """The number of steps since the last battle."""
        return max(len(self.placements) - 1, 0)


def placement_key(board: Board) -> int:
    """Return where pieces of each seat stand, as one number: a board as the public sees it."""
    key = 0
    for square, piece in enumerate(board):
        if piece:
            key |= 1 << (square + 46 * SEAT_OF[piece])
    return key
