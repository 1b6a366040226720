"""What a seat may try, and why not: both follow from the view alone."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.errors import IllegalMove
from engines.core.seats import Seat
from engines.gungi.board import Board
from engines.gungi.hands import drop_squares, placing_codes
from engines.gungi.legality import is_safe_after, legal_codes
from engines.gungi.movement import betrayals, moves_from
from engines.gungi.moves import (
    CAPTURE,
    DONE,
    DROP,
    GO,
    LEVEL_MASK,
    LEVELS,
    PLACE,
    SQUARE_MASK,
    Move,
    move_of,
)
from engines.gungi.pieces import MARSHAL, SOLDIER, TACTICIAN, piece_of
from engines.gungi.squares import CAMPS
from engines.gungi.stacks import HEIGHT
from engines.gungi.view import GungiView

ILLEGAL_CODES = (
    "over",
    "not-your-turn",
    "still-placing",
    "placing-is-over",
    "not-in-hand",
    "marshal-first",
    "outside-camp",
    "empty-square",
    "not-your-piece",
    "cannot-go-there",
    "stack-too-tall",
    "occupied",
    "nothing-to-capture",
    "nothing-to-stack-on",
    "on-marshal",
    "on-enemy",
    "stack-full",
    "marshal-may-not-stack",
    "no-such-betrayal",
    "beyond-front",
    "leaves-marshal-attacked",
)
"""Every code `check_move` refuses with."""


def check_move(view: GungiView, move: Move) -> None:
    """Raises IllegalMove, with the first code that applies, unless *move* is open to the viewer."""
    code = _refusal(view, move)
    if code is not None:
        raise IllegalMove(code)


def legal_moves(view: GungiView) -> Iterator[Move]:
    """Yield the moves open to the viewer, in a fixed order; none unless it is the viewer's turn."""
    if view.to_move is not None and view.is_viewers_turn:
        codes = placing_codes if view.placing else legal_codes
        yield from map(move_of, codes(view.board, view.to_move))


def _refusal(view: GungiView, move: Move) -> str | None:
    if view.to_move is None:
        return "over"
    if not view.is_viewers_turn:
        return "not-your-turn"
    board, seat = view.board, view.to_move
    if view.placing:
        return _refusal_of_placement(board, seat, move)
    if move.act in (PLACE, DONE):
        return "placing-is-over"
    by_rules = _refusal_of_drop if move.act == DROP else _refusal_on_board
    code = by_rules(board, seat, move)
    if code is None and not is_safe_after(board, seat, move.code):
        return "leaves-marshal-attacked"
    return code


def _refusal_of_placement(board: Board, seat: Seat, move: Move) -> str | None:
    hand = board.hands[seat]
    if move.act not in (PLACE, DONE):
        return "still-placing"
    if hand[MARSHAL] and (move.act == DONE or move.origin != MARSHAL):
        return "marshal-first"
    if move.act == DONE:
        return None
    if not hand[move.origin]:
        return "not-in-hand"
    if move.target not in CAMPS[seat]:
        return "outside-camp"
    return _refusal_to_stand(board, seat, move.target)


def _refusal_of_drop(board: Board, seat: Seat, move: Move) -> str | None:
    if not board.hands[seat][move.origin]:
        return "not-in-hand"
    code = _refusal_to_stand(board, seat, move.target)
    if code is not None:
        return code
    if move.target not in drop_squares(board, seat):
        return "beyond-front"
    return _refusal_to_betray(board, seat, move)


def _refusal_to_stand(board: Board, seat: Seat, square: int) -> str | None:
    """Return why a piece from the hand may not stand on what is there."""
    stack = board.stacks[square]
    if stack and stack >> 4 & 1 != seat:
        return "on-enemy"
    return _refusal_by_stack(board, stack)


def _refusal_by_stack(board: Board, stack: int) -> str | None:
    if stack & 15 == MARSHAL:
        return "on-marshal"
    return "stack-full" if HEIGHT[stack] >= board.rules.limit else None


def _refusal_on_board(board: Board, seat: Seat, move: Move) -> str | None:
    stack, onto = board.stacks[move.origin], board.stacks[move.target]
    if not stack:
        return "empty-square"
    if stack >> 4 & 1 != seat:
        return "not-your-piece"
    if not _reaches(board, seat, move):
        return "cannot-go-there"
    if HEIGHT[onto] > HEIGHT[stack]:
        return "stack-too-tall"
    if move.act == GO:
        return "occupied" if onto else None
    if move.act == CAPTURE:
        return None if onto and onto >> 4 & 1 != seat else "nothing-to-capture"
    return _refusal_to_stack(board, seat, move)


def _refusal_to_stack(board: Board, seat: Seat, move: Move) -> str | None:
    onto, kind = board.stacks[move.target], board.stacks[move.origin] & 15
    if not onto:
        return "nothing-to-stack-on"
    code = _refusal_by_stack(board, onto)
    if code is not None:
        return code
    if kind == MARSHAL and not board.rules.marshal_stacks:
        return "marshal-may-not-stack"
    return _refusal_to_betray(board, seat, move, kind)


def _refusal_to_betray(board: Board, seat: Seat, move: Move, kind: int = TACTICIAN) -> str | None:
    """Return why the levels that *move* names cannot be betrayed; nothing if it names none."""
    if not move.levels:
        return None
    masks = betrayals(board.stacks[move.target], seat, board.hands[seat])
    can = kind == TACTICIAN and move.code >> LEVELS & LEVEL_MASK in masks
    return None if can else "no-such-betrayal"


def _reaches(board: Board, seat: Seat, move: Move) -> bool:
    """Return whether the piece gets to the target at all: it could take a lone soldier there."""
    if move.origin == move.target:
        return False
    onto = board.stacks[move.target]
    board.stacks[move.target] = piece_of(1 - seat, SOLDIER)
    codes = moves_from(board, seat, move.origin)
    board.stacks[move.target] = onto
    return any(code & SQUARE_MASK == move.target for code in codes)
