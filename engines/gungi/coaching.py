"""What a coach finds in a position of Gungi."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.coaching import PLAN_EVERY, Fact, Hint, is_safe_at, urgent
from engines.gungi.attack import is_attacked, is_in_check
from engines.gungi.board import Board, make, unmake
from engines.gungi.hands import is_topped, marshal_square
from engines.gungi.legality import has_legal_move, legal_codes
from engines.gungi.moves import ACT, CAPTURE, DROP, ORIGIN, SQUARE_MASK, STACK
from engines.gungi.pieces import MARSHAL
from engines.gungi.search import WORTH
from engines.gungi.squares import GRID, SQUARE_NAMES
from engines.gungi.stacks import HEIGHT, lost
from engines.gungi.view import GungiView

LEAST = 200
"""The worth of a soldier."""
HAND = -1


class Duel:
    """The board of a view. Hands stay as they are: captures ask nothing of them."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def moves(self, seat: int) -> list[int]:
        """The legal moves of *seat*; none without a marshal."""
        if marshal_square(self.board.stacks, seat) < 0:
            return []
        return legal_codes(self.board, seat)

    def captures(self, seat: int) -> list[int]:
        """Those of them that capture; drops are not even made."""
        if marshal_square(self.board.stacks, seat) < 0:
            return []
        codes = legal_codes(self.board, seat, drops_on=())
        return [code for code in codes if code >> ACT == CAPTURE]

    def ends(self, code: int) -> tuple[int, int]:
        """Return the origin of a move, HAND for a drop, and its target."""
        origin = HAND if code >> ACT == DROP else code >> ORIGIN & SQUARE_MASK
        return origin, code & SQUARE_MASK

    def prize(self, seat: int, code: int) -> int:
        """The worth of what the move captures."""
        if code >> ACT != CAPTURE:
            return 0
        return sum(WORTH[piece] for piece in lost(self.board.stacks[code & SQUARE_MASK], seat))

    def make(self, seat: int, code: int) -> tuple[int, int, int]:
        """Make a move; what was there."""
        return make(self.board.stacks, seat, code)

    def unmake(self, code: int, before: tuple[int, int, int]) -> None:
        unmake(self.board.stacks, code, before)

    def is_mated(self, seat: int) -> bool:
        """Return whether the marshal of *seat* is gone, or in check with no way out."""
        stacks = self.board.stacks
        if marshal_square(stacks, seat) < 0:
            return True
        return is_in_check(self.board, seat) and not has_legal_move(self.board, seat)


def hint(view: GungiView) -> Hint | None:
    """Return a hint for the viewing seat; None if there is none, or if it is not to move."""
    if not view.is_viewers_turn or view.to_move is None or view.placing:
        return None
    seat, duel = int(view.to_move), Duel(view.board)
    if view.check:
        fact: Fact | None = _check(duel.board, seat)
    else:
        last = view.last.target if view.last else -1
        fact = urgent(duel, seat, last=last, least=LEAST)
        if fact is None and view.ply // 2 % PLAN_EVERY == 0:
            fact = next(_plans(duel, seat), None)
    if fact is None:
        return None
    named = tuple(SQUARE_NAMES[square] for square in fact.squares if square != HAND)
    return Hint(fact.code, named)


def _check(board: Board, seat: int) -> Fact:
    marshal, by = marshal_square(board.stacks, seat), 1 - seat
    enemies = [square for square in GRID.squares if is_topped(board.stacks[square], by)]
    attackers = [one for one in enemies if is_attacked(board, marshal, by, (one,))]
    return Fact("check", (marshal, attackers[0]))


def _plans(duel: Duel, seat: int) -> Iterator[Fact]:
    """A tower to build, else a piece to drop, each where nothing takes it."""
    codes = duel.moves(seat)
    for code in codes:
        if _builds(duel.board.stacks, seat, code) and is_safe_at(duel, seat, code):
            yield Fact("tower", duel.ends(code))
    drops = [code for code in codes if code >> ACT == DROP]
    for code in sorted(drops, key=lambda code: _ahead(code, seat), reverse=True):
        target = code & SQUARE_MASK
        if not duel.board.stacks[target] and is_safe_at(duel, seat, code):
            yield Fact("drop", (target,))


def _builds(stacks: list[int], seat: int, code: int) -> bool:
    """Return whether a move puts a single piece, not the marshal, on another one of *seat*."""
    origin, target = code >> ORIGIN & SQUARE_MASK, code & SQUARE_MASK
    if code >> ACT != STACK or not is_topped(stacks[target], seat):
        return False
    return HEIGHT[stacks[origin]] == 1 == HEIGHT[stacks[target]] and stacks[origin] & 15 != MARSHAL


def _ahead(code: int, seat: int) -> int:
    """How far forward a move goes, the middle files first."""
    square = code & SQUARE_MASK
    rank = square // 9 if seat == 0 else 8 - square // 9
    return 10 * rank - abs(square % 9 - 4)
