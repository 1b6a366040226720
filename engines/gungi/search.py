"""The board as the search wants it: moves made and taken back, and what it is worth."""

from __future__ import annotations

from array import array

from engines.core.dice import Dice
from engines.core.search import SearchBoard
from engines.gungi.attack import is_attacked, is_in_check
from engines.gungi.board import Board, Hand, make, unmake
from engines.gungi.hands import is_topped, marshal_square
from engines.gungi.legality import legal_codes
from engines.gungi.movement import moves_apart
from engines.gungi.moves import ACT, CAPTURE, DROP, LEVELS, ORIGIN, SQUARE_MASK, levels_of
from engines.gungi.pieces import KINDS, MARSHAL, kind_of
from engines.gungi.squares import GRID
from engines.gungi.stacks import lost, piece_at, pieces_in

WORTH = (0, 4000, 900, 850, 500, 350, 350, 400, 350, 350, 200, 450, 450, 350, 400, 0) * 2
"""Of each piece, by its number."""
COVERED = 0.8
"""How much of its worth a piece keeps under another one."""
TIER = 25
"""What each tier above the first adds to the piece on top, which reaches further from it."""
IN_HAND = 40
"""How much less a piece is worth in hand than on the board."""
NEARER = 12
"""What each step nearer to the other marshal is worth."""
GUARD = 14
"""What a piece beside its own marshal is worth to it."""
SHY = 15
"""What each rank costs the marshal that leaves home."""
WHIM = 8
"""How much chance may weigh on a square: less than anything that matters."""
AS_USUAL = NEARER, GUARD
"""What the two count for to whoever has no style of its own."""
QUIET_DROPS = 16
"""How many drops are considered that do nothing at once."""


def distance(one: int, other: int) -> int:
    """Return how many steps of a marshal apart two squares are."""
    return max(abs(one // 9 - other // 9), abs(one % 9 - other % 9))


class Sight(SearchBoard):
    """The stacks, the hands, the side to move, and Black's lead.

    Where pieces stand well is judged by where the marshals stood when the search began.
    """

    def __init__(
        self,
        board: Board,
        seat: int,
        dice: Dice,
        style: tuple[int, int] = AS_USUAL,
        *,
        exact: bool = False,
    ) -> None:
        """Of equal moves the dice decide: they give every square a small whim.

        *style*: what *seat* reckons with in place of `NEARER` and `GUARD`. *exact*: `moves` has
        every legal drop, not only those about the other marshal.
        """
        self.seat = seat
        self._exact = exact
        self._board = board
        self._stacks = board.stacks
        marshals = [marshal_square(board.stacks, side) for side in (0, 1)]
        self._places = [
            _places(marshals[side], marshals[1 - side], dice, style if side == seat else AS_USUAL)
            for side in (0, 1)
        ]
        self._near = _near(marshals)
        self._values: dict[int, int] = {}
        """What stacks are worth to Black, by stack and square; filled as they are met."""
        self._lead = sum(map(self._value, self._stacks, GRID.squares))
        for side, sign in ((0, 1), (1, -1)):
            hand = board.hands[side]
            self._lead += sign * sum(hand[kind] * (WORTH[kind] - IN_HAND) for kind in KINDS)
        self._made: list[tuple[int, tuple[int, int, int], tuple[Hand, ...], int]] = []
        """The moves made: their codes, what was there, both hands and Black's lead before."""

    def candidates(self) -> list[int]:
        """The legal moves, of the drops that do nothing at once only those to the best squares."""
        codes, places = legal_codes(self._board, self.seat), self._places[self.seat]
        quiet = [code for code in codes if code >> ACT == DROP and not self._is_urgent(code)]
        quiet.sort(key=lambda code: places[code & SQUARE_MASK], reverse=True)
        late = {*quiet[QUIET_DROPS:]}
        return [code for code in codes if code not in late]

    def _is_urgent(self, code: int) -> bool:
        """Return whether a drop is about the other marshal, or gives check from afar."""
        if code & SQUARE_MASK in self._near[self.seat] or code >> LEVELS & 3:
            return True
        self.make(code)
        checks = self.is_in_check()
        self.unmake()
        return checks

    def moves(self) -> list[int]:
        """The legal moves of the side to move, of the drops those about the other marshal."""
        if marshal_square(self._stacks, self.seat) < 0:
            return []
        if self._exact:
            return legal_codes(self._board, self.seat)
        near = legal_codes(self._board, self.seat, self._near[self.seat])
        return near or legal_codes(self._board, self.seat)

    def is_beaten(self) -> bool:
        """Return whether the side to move, without a move, has lost: only the marshal decides
        (§8)."""
        marshal = marshal_square(self._stacks, self.seat)
        return marshal < 0 or is_in_check(self._board, self.seat)

    def captures(self) -> list[int]:
        """Captures and betrayals, legal or not, that do not lose material at once; best first."""
        stacks, seat = self._stacks, self.seat
        own = [square for square in GRID.squares if is_topped(stacks[square], seat)]
        codes, _ = moves_apart(self._board, seat, own, ())
        codes = [code for code in codes if self.gain(code) and self._is_sound(code)]
        codes.sort(key=self.gain, reverse=True)
        return codes

    def make(self, code: int) -> None:
        stacks, seat, target = self._stacks, self.seat, code & SQUARE_MASK
        lead, hands = self._lead, self._board.hands
        onto = stacks[target]
        before = make(stacks, seat, code)
        origin, left, _ = before
        self._made.append((code, before, tuple(hands), lead))
        self._lead += self._value(stacks[target], target) - self._value(onto, target)
        if origin != target:
            self._lead += self._value(stacks[origin], origin) - self._value(left, origin)
        if code >> ACT == DROP or code >> LEVELS & 3:
            self._pay(code, onto)
        self.seat = 1 - seat

    def unmake(self) -> None:
        code, before, self._board.hands, self._lead = self._made.pop()
        unmake(self._stacks, code, before)
        self.seat = 1 - self.seat

    def gain(self, code: int) -> int:
        """Most is what is captured or betrayed, then the cheaper taker."""
        if code >> ACT == CAPTURE:
            onto = self._stacks[code & SQUARE_MASK]
            taker = self._stacks[code >> ORIGIN & SQUARE_MASK] & 31
            return 16 * sum(WORTH[piece] for piece in lost(onto, self.seat)) - WORTH[taker] // 4
        if code >> LEVELS & 3:
            pieces = pieces_in(self._stacks[code & SQUARE_MASK])
            return 16 * sum(WORTH[pieces[level - 1]] for level in levels_of(code))
        return 0

    def score(self) -> int:
        return -self._lead if self.seat else self._lead

    def is_won(self) -> bool:
        """Return whether the side to move could capture the other marshal."""
        return is_in_check(self._board, 1 - self.seat)

    def is_in_check(self) -> bool:
        return is_in_check(self._board, self.seat)

    def is_drawn(self) -> bool:
        """Never: while both marshals stand either side may win."""
        return False

    def key(self) -> bytes:
        """Stacks, hands and the side to move."""
        black, white = self._board.hands
        return array("H", self._stacks).tobytes() + bytes((*black, *white, self.seat))

    def _is_sound(self, code: int) -> bool:
        """Return whether a capture takes something as dear as the taker, or something uncovered."""
        if code >> ACT != CAPTURE:
            return True
        stacks, target = self._stacks, code & SQUARE_MASK
        taker = WORTH[stacks[code >> ORIGIN & SQUARE_MASK] & 31]
        taken = sum(WORTH[piece] for piece in lost(stacks[target], self.seat))
        return taker <= taken or not is_attacked(self._board, target, 1 - self.seat)

    def _pay(self, code: int, onto: int) -> None:
        """Take from the mover's hand what a drop or a betrayal brings to the board."""
        kinds = [kind_of(piece_at(onto, level)) for level in levels_of(code)]
        if code >> ACT == DROP:
            kinds.append(code >> ORIGIN & SQUARE_MASK)
        left = list(self._board.hands[self.seat])
        for kind in kinds:
            left[kind] -= 1
            self._lead -= (1 - 2 * self.seat) * (WORTH[kind] - IN_HAND)
        black, white = self._board.hands
        hand = tuple(left)
        self._board.hands = (black, hand) if self.seat else (hand, white)

    def _value(self, stack: int, square: int) -> int:
        """Return what the stack is worth to Black there."""
        if not stack:
            return 0
        key = stack << 7 | square
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._worked_out(stack, square)
        return value

    def _worked_out(self, stack: int, square: int) -> int:
        *below, top = pieces_in(stack)
        worth = sum((1 - 2 * (piece >> 4)) * int(COVERED * WORTH[piece]) for piece in below)
        side, kind = top >> 4, kind_of(top)
        if kind == MARSHAL:
            ahead = 8 - square // 9 if side else square // 9
            mine = WORTH[top] - SHY * ahead
        else:
            mine = WORTH[top] + TIER * len(below) + self._places[side][square]
        return worth + (-mine if side else mine)


def _places(home: int, goal: int, dice: Dice, style: tuple[int, int]) -> list[int]:
    """What each square is worth to a piece whose marshal is at *home*, the other at *goal*."""
    nearer, guard = style
    return [
        dice.below(WHIM)
        + nearer * (8 - distance(square, goal))
        + (guard if distance(square, home) == 1 else 0)
        for square in GRID.squares
    ]


def _near(marshals: list[int]) -> tuple[frozenset[int], frozenset[int]]:
    """For each seat, where a drop may matter at once: about the other marshal."""
    near = [
        frozenset(square for square in GRID.squares if distance(square, marshals[1 - side]) <= 2)
        for side in (0, 1)
    ]
    return near[0], near[1]
