"""What comes from the hand: drops in play (§4.6), and the free placement before it (§7)."""

from __future__ import annotations

from engines.gungi.board import MARSHALS, Board
from engines.gungi.movement import betrayals
from engines.gungi.moves import ACT, DONE, DROP, LEVELS, ORIGIN, PLACE
from engines.gungi.pieces import KINDS, MARSHAL, TACTICIAN
from engines.gungi.squares import CAMPS
from engines.gungi.stacks import HEIGHT

_BY_RANK = (
    tuple(tuple(range(9 * (front + 1))) for front in range(9)),
    tuple(tuple(range(9 * front, 81)) for front in range(9)),
)


def front_rank(stacks: list[int], seat: int) -> int | None:
    """Return the rank, from 0, of *seat*'s most advanced stack (§4.6); None without one."""
    ranks = [square // 9 for square, stack in enumerate(stacks) if is_topped(stack, seat)]
    if not ranks:
        return None
    return min(ranks) if seat else max(ranks)


def is_topped(stack: int, seat: int) -> bool:
    """Return whether a piece of *seat* is on top."""
    return bool(stack) and stack >> 4 & 1 == seat


def takes_piece(board: Board, seat: int, square: int) -> bool:
    """Return whether a piece from the hand of *seat* may stand there as far as the stack goes."""
    stack = board.stacks[square]
    return not stack or (
        stack >> 4 & 1 == seat and stack & 15 != MARSHAL and HEIGHT[stack] < board.rules.limit
    )


def drop_squares(board: Board, seat: int) -> list[int]:
    """Return where *seat* may drop: empty or own stacks below the limit, not before the front."""
    front = front_rank(board.stacks, seat)
    if front is None:
        return []
    return [square for square in _BY_RANK[seat][front] if takes_piece(board, seat, square)]


def drop_codes(board: Board, seat: int, squares: list[int]) -> list[int]:
    """Return the codes of *seat*'s drops on *squares*, kind by kind."""
    codes: list[int] = []
    hand = board.hands[seat]
    for kind in KINDS:
        if hand[kind]:
            base = DROP << ACT | kind << ORIGIN
            codes += [base | square for square in squares]
    if hand[TACTICIAN]:
        base = DROP << ACT | TACTICIAN << ORIGIN
        left = (*hand[:TACTICIAN], hand[TACTICIAN] - 1)  # it is the last kind, and is leaving
        for square in squares:
            if board.stacks[square]:
                masks = betrayals(board.stacks[square], seat, left)
                codes += [base | square | mask << LEVELS for mask in masks]
    return codes


def placing_codes(board: Board, seat: int) -> list[int]:
    """The codes of what *seat* may do while it sets up: the marshal first, then pieces or done."""
    hand = board.hands[seat]
    kinds = (MARSHAL,) if hand[MARSHAL] else tuple(kind for kind in KINDS if hand[kind])
    squares = [square for square in CAMPS[seat] if takes_piece(board, seat, square)]
    codes = [PLACE << ACT | kind << ORIGIN | square for kind in kinds for square in squares]
    return codes if hand[MARSHAL] else [*codes, DONE << ACT]


def marshal_square(stacks: list[int], seat: int) -> int:
    """Return where *seat*'s marshal stands; -1 without one. It is always on top."""
    marshal = MARSHALS[seat]
    for square, stack in enumerate(stacks):
        if stack & 31 == marshal:
            return square
    return -1
