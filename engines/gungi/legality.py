"""Which moves are legal: the own marshal cannot be captured afterwards (§2.2).

Most moves can make no difference to the marshal, so only those are tried out
that might. The stacks are a list on which moves are made and taken back.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from engines.gungi.attack import Watch, is_attacked, is_in_check
from engines.gungi.board import Board, make, unmake
from engines.gungi.hands import drop_codes, drop_squares, is_topped, marshal_square
from engines.gungi.movement import moves_apart, moves_from
from engines.gungi.moves import ACT, DROP, ORIGIN, SQUARE_MASK
from engines.gungi.pieces import SOLDIER
from engines.gungi.squares import GRID


def legal_codes(board: Board, seat: int, drops_on: Container[int] = GRID.squares) -> list[int]:
    """Return the codes of *seat*'s legal moves in play, in a fixed order; *board* is as it was.

    Of the drops of a side that is not in check only those *drops_on* some squares.
    """
    watch = Watch(board, marshal_square(board.stacks, seat), 1 - seat)
    if watch.attacks:
        return _codes_in_check(board, seat, watch)
    certain, doubtful = _sorted_by_doubt(board, seat, watch)
    codes = certain + _safe(board, seat, watch, doubtful)
    squares = [square for square in drop_squares(board, seat) if square in drops_on]
    return codes + drop_codes(board, seat, squares)


def has_legal_move(board: Board, seat: int) -> bool:
    """Return whether *seat* has a legal move at all."""
    can_drop = any(board.hands[seat]) and not is_in_check(board, seat)
    return bool((can_drop and drop_squares(board, seat)) or legal_codes(board, seat))


def takes_marshal(board: Board, seat: int, code: int) -> bool:
    """Return whether the move captures the other marshal, which ends the match at once (§8.5)."""
    return code & SQUARE_MASK == marshal_square(board.stacks, 1 - seat)


def is_safe_after(board: Board, seat: int, code: int) -> bool:
    """Return whether *seat* may make this move, which its piece can make, as far as safety goes."""
    if takes_marshal(board, seat, code):
        return True
    before = make(board.stacks, seat, code)
    safe = not is_in_check(board, seat)
    unmake(board.stacks, code, before)
    return safe


def moves_made_with(board: Board, seat: int, code: int) -> list[int]:
    """The codes of the moves, safe or not, with the same piece from the same place as *code*."""
    origin = code >> ORIGIN & SQUARE_MASK
    if code >> ACT != DROP:
        return moves_from(board, seat, origin)
    codes = drop_codes(board, seat, drop_squares(board, seat))
    return [other for other in codes if other >> ORIGIN & SQUARE_MASK == origin]


def _own(board: Board, seat: int) -> list[int]:
    return [square for square, stack in enumerate(board.stacks) if is_topped(stack, seat)]


def _sorted_by_doubt(board: Board, seat: int, watch: Watch) -> tuple[list[int], list[int]]:
    """The moves on the board of a side that is not in check: certainly safe, and doubtful ones.

    Doubtful are the marshal's own, what uncovers an enemy piece, what leaves a
    square on which the marshal's safety hangs, and what lowers a stack there.
    """
    stacks, own = board.stacks, _own(board, seat)
    apart = {square for square in own if is_topped(stacks[square] >> 5, 1 - seat)}
    apart |= watch.held | watch.lowered | {watch.square}
    certain, doubtful = moves_apart(board, seat, own, apart)
    if watch.lowered:
        doubtful += [code for code in certain if code & SQUARE_MASK in watch.lowered]
        certain = [code for code in certain if code & SQUARE_MASK not in watch.lowered]
    return certain, doubtful


def _codes_in_check(board: Board, seat: int, watch: Watch) -> list[int]:
    """Return what gets the marshal out of check, or takes the other one."""
    answers = watch.answers
    targets = {*answers, marshal_square(board.stacks, 1 - seat)}
    others, own = moves_apart(board, seat, _own(board, seat), {watch.square})
    answering = [code for code in others if code & SQUARE_MASK in targets]
    squares = [square for square in drop_squares(board, seat) if square in answers]
    dropping = [square for square in squares if _covers(board, seat, watch, square)]
    codes = _safe(board, seat, watch, answering + own)
    return codes + drop_codes(board, seat, dropping)


def _covers(board: Board, seat: int, watch: Watch, square: int) -> bool:
    """Return whether a piece dropped on *square* ends the check; all kinds do alike."""
    code = DROP << ACT | SOLDIER << ORIGIN | square
    before = make(board.stacks, seat, code)
    covers = not is_attacked(board, watch.square, 1 - seat, watch.origins)
    unmake(board.stacks, code, before)
    return covers


def _safe(board: Board, seat: int, watch: Watch, codes: Iterable[int]) -> list[int]:
    """Return those of *codes* after which the marshal stands safe, or the other one is gone."""
    stacks, by, marshal = board.stacks, 1 - seat, watch.square
    other = marshal_square(stacks, by)
    enemies = [square for square in GRID.squares if is_topped(stacks[square], by)]
    found = []
    for code in codes:
        target, origin = code & SQUARE_MASK, code >> ORIGIN & SQUARE_MASK
        if target == other:
            found.append(code)
            continue
        before = make(stacks, seat, code)
        stands, watched = (target, enemies) if origin == marshal else (marshal, watch.origins)
        if not is_attacked(board, stands, by, (*watched, origin)):
            found.append(code)
        unmake(stacks, code, before)
    return found
