"""How a match ends by itself (§6), asked in the order of the rules page."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.gunjin.movement import has_move
from engines.gunjin.pieces import IS_MOVABLE, IS_OCCUPIER, SEATS
from engines.gunjin.squares import HEADQUARTERS

REPETITIONS_TO_DRAW = 3
QUIET_STEPS_TO_DRAW = 200


def outcome_after_step(
    board: Sequence[int], mover: Seat, repetitions: int, quiet: int
) -> Outcome | None:
    """Return how the step that led to this board ended the match, or None."""
    if IS_OCCUPIER[mover][board[HEADQUARTERS[1 - mover]]]:
        return Outcome(Termination.OCCUPATION, frozenset({mover}))
    return (
        outcome_by_elimination(board)
        or outcome_without_moves(board, Seat(1 - mover))
        or _draw(repetitions, quiet)
    )


def outcome_by_elimination(board: Sequence[int]) -> Outcome | None:
    """Return the end once a side has no movable pieces: the other wins; neither has any: a draw."""
    left = frozenset(seat for seat in SEATS if _has_movable(board, seat))
    return None if left == SEATS else Outcome(Termination.ELIMINATION, left)


def outcome_without_moves(board: Sequence[int], to_move: Seat) -> Outcome | None:
    """Return the loss of a side that has no legal move; a draw if the other has none either."""
    if has_move(board, to_move):
        return None
    other = Seat(1 - to_move)
    winners = frozenset({other}) if has_move(board, other) else frozenset[Seat]()
    return Outcome(Termination.STALEMATE, winners)


def _has_movable(board: Sequence[int], seat: Seat) -> bool:
    can_move = IS_MOVABLE[seat]
    for piece in board:  # noqa: SIM110 - any() would cost twice the time
        if can_move[piece]:
            return True
    return False


def _draw(repetitions: int, quiet: int) -> Outcome | None:
    if repetitions >= REPETITIONS_TO_DRAW:
        return Outcome(Termination.REPETITION)
    return Outcome(Termination.NO_PROGRESS) if quiet >= QUIET_STEPS_TO_DRAW else None
