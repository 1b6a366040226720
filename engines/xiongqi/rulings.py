"""What a seat may try, and why not: both follow from the view alone."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.xiongqi.attack import is_facing
from engines.xiongqi.legality import GENERALS, is_in_check, legal_codes, make
from engines.xiongqi.movement import moves_from
from engines.xiongqi.moves import Move, move_of
from engines.xiongqi.pieces import EMPTY, OWN, SEAT_OFFSET
from engines.xiongqi.view import XiongqiView

ILLEGAL_CODES = (
    "over",
    "not-your-turn",
    "empty-square",
    "not-your-piece",
    "own-piece-there",
    "cannot-go-there",
    "promotion-not-here",
    "leaves-general-attacked",
    "generals-face",
)
"""Every code `check_move` refuses with, in the order it looks for them."""


def check_move(view: XiongqiView, move: Move) -> None:
    """Raises IllegalMove, with the first code that applies, unless *move* is open to the viewer."""
    code = _refusal(view, move)
    if code is not None:
        raise IllegalMove(code)


def legal_moves(view: XiongqiView) -> Iterator[Move]:
    """The moves open to the viewer, in a fixed order; none unless it is the viewer's turn."""
    return map(move_of, _codes(view))


def sample_move(view: XiongqiView, dice: Dice) -> Move:
    """One of the legal moves, each as likely; ValueError if there is none."""
    return move_of(dice.choice(_codes(view)))


def _codes(view: XiongqiView) -> list[int]:
    if view.to_move is None or view.seat != view.to_move:
        return []
    return legal_codes(list(view.board), view.to_move, may_be_checked=view.check)


def _refusal(view: XiongqiView, move: Move) -> str | None:
    if view.to_move is None:
        return "over"
    if view.seat != view.to_move:
        return "not-your-turn"
    piece = view.board[move.origin]
    if piece == EMPTY:
        return "empty-square"
    if piece not in OWN[view.seat]:
        return "not-your-piece"
    return _refusal_by_movement(view, move) or _refusal_by_safety(view, move)


def _refusal_by_movement(view: XiongqiView, move: Move) -> str | None:
    board, seat = list(view.board), view.seat or 0
    codes = moves_from(board, seat, move.origin)
    if move.code in codes:
        return None
    if any(code & 63 == move.target for code in codes):
        return "promotion-not-here"
    return (
        "own-piece-there" if _could_go_but_for_own_piece(board, seat, move) else "cannot-go-there"
    )


def _could_go_but_for_own_piece(board: list[int], seat: int, move: Move) -> bool:
    """Return whether only the piece on the target keeps *move* from being made."""
    blocker = board[move.target]
    if blocker not in OWN[seat] or move.origin == move.target:
        return False
    for instead in (EMPTY, blocker - SEAT_OFFSET if seat else blocker + SEAT_OFFSET):
        board[move.target] = instead
        if any(code & 63 == move.target for code in moves_from(board, seat, move.origin)):
            return True
    return False


def _refusal_by_safety(view: XiongqiView, move: Move) -> str | None:
    board, seat = list(view.board), view.seat or 0
    make(board, move.code)
    if is_in_check(board, seat):
        return "leaves-general-attacked"
    if is_facing(board, board.index(GENERALS[seat]), seat):
        return "generals-face"
    return None
