"""What a coach finds in a position of Xiongqi."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core.coaching import PLAN_EVERY, Fact, Hint, is_safe_at, urgent
from engines.xiongqi.legality import (
    GENERALS,
    has_legal_move,
    is_in_check,
    legal_codes,
    make,
    unmake,
)
from engines.xiongqi.movement import moves_of
from engines.xiongqi.moves import SQUARE_NAMES
from engines.xiongqi.pieces import BEAR, CANNON, CHARIOT, HORSE, SOLDIER, piece_of
from engines.xiongqi.search import WORTH
from engines.xiongqi.text import START, read_text
from engines.xiongqi.view import XiongqiView

LEAST = WORTH[SOLDIER]
AT_FIRST = read_text(START)[0]
DEVELOPED = (HORSE, CANNON, BEAR, CHARIOT)
"""What comes out first."""


class Duel:
    """The board of a view."""

    def __init__(self, board: Sequence[int]) -> None:
        self.board = list(board)

    def moves(self, seat: int) -> list[int]:
        """The legal moves of *seat*."""
        return legal_codes(self.board, seat)

    def captures(self, seat: int) -> list[int]:
        return [code for code in self.moves(seat) if self.board[code & 63]]

    def ends(self, code: int) -> tuple[int, int]:
        """Return the origin and the target of a move."""
        return code >> 6 & 63, code & 63

    def prize(self, seat: int, code: int) -> int:
        """The worth of what the move captures."""
        return WORTH[self.board[code & 63]]

    def make(self, seat: int, code: int) -> int:
        """Make a move; what it captures."""
        return make(self.board, code)

    def unmake(self, code: int, before: int) -> None:
        unmake(self.board, code, before)

    def is_mated(self, seat: int) -> bool:
        """Return whether *seat* is in check and cannot move."""
        return is_in_check(self.board, seat) and not has_legal_move(self.board, seat)


def hint(view: XiongqiView) -> Hint | None:
    """Return a hint for the viewing seat; None if there is none, or if it is not to move."""
    if view.to_move is None or view.seat != view.to_move:
        return None
    seat, duel = view.to_move, Duel(view.board)
    if view.check:
        fact: Fact | None = _check(duel.board, seat)
    else:
        last = view.last.target if view.last else -1
        fact = urgent(duel, seat, last=last, least=LEAST)
        if fact is None and view.ply // 2 % PLAN_EVERY == 0:
            fact = next(_plans(duel, seat), None)
    if fact is None:
        return None
    return Hint(fact.code, tuple(SQUARE_NAMES[square] for square in fact.squares))


def _check(board: list[int], seat: int) -> Fact:
    general = board.index(GENERALS[seat])
    attackers = (code >> 6 & 63 for code in moves_of(board, 1 - seat) if code & 63 == general)
    return Fact("check", (general, next(attackers)))


def _plans(duel: Duel, seat: int) -> Iterator[Fact]:
    """A soldier past the river, a piece to bring forward, a soldier to make room: each to a square
    where nothing takes it."""
    steps = sorted(duel.moves(seat), key=_to_the_middle)
    steps = [code for code in steps if not code >> 12 and not duel.board[code & 63]]
    soldier = piece_of(seat, SOLDIER)
    for code in steps:
        origin, _target = duel.ends(code)
        if duel.board[origin] == soldier and _is_past(origin, seat):
            yield from _if_safe("advance", duel, seat, code)
    for kind in (*DEVELOPED, SOLDIER):
        for code in steps:
            if _leaves_home(duel, seat, code, piece_of(seat, kind)):
                yield from _if_safe("room" if kind == SOLDIER else "develop", duel, seat, code)


def _is_past(square: int, seat: int) -> bool:
    """Return whether a square is past the river."""
    return (square >= 32) == (seat == 0)


def _leaves_home(duel: Duel, seat: int, code: int, piece: int) -> bool:
    """Return whether a move brings such a piece forward from where it began."""
    origin, target = duel.ends(code)
    is_forward = (target // 8 - origin // 8) * (1 - 2 * seat) > 0
    return is_forward and duel.board[origin] == AT_FIRST[origin] == piece


def _if_safe(what: str, duel: Duel, seat: int, code: int) -> Iterator[Fact]:
    if is_safe_at(duel, seat, code):
        yield Fact(what, duel.ends(code))


def _to_the_middle(code: int) -> int:
    file, rank = code & 7, code >> 3 & 7
    return max(abs(2 * file - 7), abs(2 * rank - 7))
