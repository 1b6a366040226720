"""How a match ends by itself (§8), asked in the order of the rules page."""

from __future__ import annotations

from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.gungi.attack import is_in_check
from engines.gungi.hands import marshal_square
from engines.gungi.legality import has_legal_move
from engines.gungi.position import Start

REPETITIONS_TO_DRAW = 4


def outcome_of(now: Start, repetitions: int) -> Outcome | None:
    """Return how the move that led here ended the match, or None; never while sides are set up."""
    if now.placing:
        return None
    ended = outcome_at_once(now)
    if ended is None and repetitions >= REPETITIONS_TO_DRAW:
        return Outcome(Termination.REPETITION)
    return ended


def outcome_at_once(now: Start) -> Outcome | None:
    """Return what the position itself decides: a marshal taken, mate, or nothing left to do."""
    if now.placing:
        return None
    board, other = now.board, frozenset({Seat(1 - now.to_move)})
    if marshal_square(board.stacks, now.to_move) < 0:
        return Outcome(Termination.KING_CAPTURED, other)
    if has_legal_move(board, now.to_move):
        return None
    if is_in_check(board, now.to_move):
        return Outcome(Termination.CHECKMATE, other)
    return Outcome(Termination.STALEMATE)
