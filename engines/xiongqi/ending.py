"""How a match ends by itself (§6), asked in the order of the rules page."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.xiongqi.legality import has_legal_move, is_in_check
from engines.xiongqi.pieces import (
    ADVISOR,
    BEAR,
    CHARIOT,
    EMPRESS,
    GENERAL,
    KINDS,
    SOLDIER,
    kind_of,
    piece_of,
)

REPETITIONS_TO_DRAW = 3
_ALWAYS_ENOUGH = frozenset(
    piece_of(seat, kind) for kind in (SOLDIER, CHARIOT, EMPRESS) for seat in (0, 1)
)


def outcome_of(board: list[int], to_move: Seat, repetitions: int) -> Outcome | None:
    """Return how the move that led to this board ended the match, or None; it is left as it was."""
    lost = outcome_without_moves(board, to_move)
    if lost:
        return lost
    if is_material_insufficient(board):
        return Outcome(Termination.INSUFFICIENT_MATERIAL)
    if repetitions >= REPETITIONS_TO_DRAW:
        return Outcome(Termination.REPETITION)
    return None


def outcome_without_moves(board: list[int], to_move: Seat) -> Outcome | None:
    """Return the loss of a side that has no legal move, in check or not; None if it has one."""
    if has_legal_move(board, to_move):
        return None
    checked = is_in_check(board, to_move)
    termination = Termination.CHECKMATE if checked else Termination.STALEMATE
    return Outcome(termination, frozenset({Seat(1 - to_move)}))


def is_material_insufficient(board: Sequence[int]) -> bool:
    """Return whether no checkmate can exist with these pieces on these squares (§6.4).

    Exactly: the generals alone; one advisor, bear, cannon or horse besides; or
    only advisors and bears besides, all on squares of one colour.
    """
    if not _ALWAYS_ENOUGH.isdisjoint(board):
        return False
    others = [(kind_of(piece), square) for square, piece in enumerate(board) if piece]
    others = [(kind, square) for kind, square in others if kind != GENERAL]
    if len(others) <= 1:
        return True  # nobody, or one advisor, bear, cannon or horse
    colours = {(square + square // 8) % 2 for _, square in others}
    return len(colours) == 1 and all(kind in (ADVISOR, BEAR) for kind, _ in others)


def is_force_insufficient(board: Sequence[int], seat: Seat) -> bool:
    """Return whether the pieces of *seat* are on that list with nothing but a general against
    them."""
    general = piece_of(Seat(1 - seat), GENERAL)
    own = {piece_of(seat, kind) for kind in KINDS}
    return is_material_insufficient([p if p in own or p == general else 0 for p in board])
