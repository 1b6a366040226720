"""How a match ends (§6)."""

from __future__ import annotations

from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.seichu.position import Position

REPETITIONS_TO_DRAW = 4
PLIES_TO_DRAW = 500


def won(termination: Termination, seat: int) -> Outcome:
    """Return the end that *seat* wins."""
    return Outcome(termination, frozenset({Seat(seat)}))


def draw_of(position: Position) -> Outcome | None:
    """The draw that is reached when the turn passes, or None."""
    if position.repetitions >= REPETITIONS_TO_DRAW:
        return Outcome(Termination.REPETITION)
    return Outcome(Termination.NO_PROGRESS) if position.plies >= PLIES_TO_DRAW else None
