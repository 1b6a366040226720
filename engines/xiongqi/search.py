"""The board as the search wants it: moves made and taken back, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.dice import Dice
from engines.core.search import SearchBoard
from engines.xiongqi.attack import is_attacked
from engines.xiongqi.ending import is_material_insufficient
from engines.xiongqi.legality import GENERALS, is_in_check, legal_codes, make, unmake
from engines.xiongqi.movement import moves_of
from engines.xiongqi.pieces import (
    ADVISOR,
    BEAR,
    CANNON,
    CHARIOT,
    EMPRESS,
    GENERAL,
    HORSE,
    KINDS,
    OWN,
    SOLDIER,
    kind_of,
    piece_of,
    seat_of,
)

WIN = 1_000_000
WORTH_OF_KIND = {
    GENERAL: WIN,
    ADVISOR: 200,
    CHARIOT: 600,
    BEAR: 350,
    HORSE: 350,
    CANNON: 400,
    EMPRESS: 1000,
    SOLDIER: 100,
}
WORTH = (
    0,
    *(WORTH_OF_KIND[kind_of(piece)] for piece in range(1, 17)),
)
"""Of each piece; 0 for no piece."""
WHIM = 8
"""How much chance may weigh on a square: less than anything that matters."""
FEW = 6
"""With more pieces than this, some mate is possible."""

_CENTRAL = {ADVISOR: 4, CHARIOT: 3, BEAR: 6, HORSE: 10, CANNON: 5, EMPRESS: 5, SOLDIER: 3}
"""What a step from the edge towards the middle is worth to each kind."""


def _place_worth(piece: int, square: int) -> int:
    """Return what the place of a piece adds to its worth, to its own side."""
    kind, seat = kind_of(piece), seat_of(piece)
    file, rank = square % 8, square // 8
    ahead = 7 - rank if seat else rank
    central = min(file, 7 - file) + min(rank, 7 - rank)
    if kind == GENERAL:
        return -12 * ahead
    advance = (0, 0, 0, 4, 22, 40, 65, 50)[ahead] if kind == SOLDIER else 0
    return _CENTRAL[kind] * central + advance


def _signed(piece: int, square: int) -> int:
    """Return what the piece is worth there to South."""
    worth = 0 if kind_of(piece) == GENERAL else WORTH[piece]
    worth += _place_worth(piece, square)
    return -worth if seat_of(piece) else worth


_PIECES = tuple(piece_of(seat, kind) for seat in (0, 1) for kind in KINDS)
_VALUES = ((0,) * 64, *(tuple(_signed(piece, at) for at in range(64)) for piece in _PIECES))
"""What each piece is worth to South on each square."""
_SIGNS = (0, *(1,) * len(KINDS), *(-1,) * len(KINDS))
"""Whether South likes a piece to be worth more."""


def _driven(values: Sequence[int], seat: int, drive: int) -> list[int]:
    """The *values* of a piece of *seat* on each square, with its ranks ahead worth *drive* each."""
    if seat:
        return [value - drive * (7 - square // 8) for square, value in enumerate(values)]
    return [value + drive * (square // 8) for square, value in enumerate(values)]


class Board(SearchBoard):
    """The pieces, the side to move, and South's lead."""

    def __init__(self, board: Sequence[int], seat: int, dice: Dice, drive: int = 0) -> None:
        """Of equal moves the dice decide: they give every square a small whim.

        *drive* is what a rank ahead is worth to the pieces of *seat*, the general's apart.
        """
        whims = [dice.below(WHIM) for _ in range(64)]
        self.seat = seat
        self._board = list(board)
        self._values = [
            [value + sign * whim for value, whim in zip(row, whims, strict=True)]
            for row, sign in zip(_VALUES, _SIGNS, strict=True)
        ]
        for piece in OWN[seat] if drive else ():
            if kind_of(piece) not in (GENERAL, SOLDIER):
                self._values[piece] = _driven(self._values[piece], seat, drive)
        self._lead = sum(self._values[piece][at] for at, piece in enumerate(self._board))
        self._made: list[tuple[int, int, int]] = []
        """The moves made: their codes, what they captured, and South's lead before."""

    def moves(self) -> list[int]:
        """Return the legal moves of the side to move."""
        return legal_codes(self._board, self.seat)

    def is_beaten(self) -> bool:
        """Always: without a legal move the match is lost, in check or not (§6)."""
        return True

    def captures(self) -> list[int]:
        """Its captures, legal or not, that do not lose material at once; `gain` sorts them."""
        board = self._board
        codes = [code for code in moves_of(board, self.seat) if board[code & 63]]
        codes = [code for code in codes if self._is_sound(code)]
        codes.sort(key=self.gain, reverse=True)
        return codes

    def _is_sound(self, code: int) -> bool:
        """Return whether a capture takes something as dear as the taker, or something uncovered."""
        board, target = self._board, code & 63
        taker, victim = board[code >> 6 & 63], board[target]
        return WORTH[taker] <= WORTH[victim] or not is_attacked(board, target, 1 - self.seat)

    def make(self, code: int) -> None:
        board, values = self._board, self._values
        origin, target = code >> 6 & 63, code & 63
        lead = self._lead
        left = values[board[origin]][origin]
        captured = make(board, code)
        self._made.append((code, captured, lead))
        self._lead = lead - left - values[captured][target] + values[board[target]][target]
        self.seat = 1 - self.seat

    def unmake(self) -> None:
        code, captured, self._lead = self._made.pop()
        unmake(self._board, code, captured)
        self.seat = 1 - self.seat

    def gain(self, code: int) -> int:
        """Most valuable victim first, then least valuable taker; promotions like captures."""
        board = self._board
        victim, kind = board[code & 63], code >> 12
        if not victim and not kind:
            return 0
        return 16 * (WORTH[victim] + WORTH[kind]) + WIN - WORTH[board[code >> 6 & 63]] // 4

    def score(self) -> int:
        return -self._lead if self.seat else self._lead

    def is_won(self) -> bool:
        """Return whether the side to move could capture the other general."""
        return is_attacked(self._board, self._board.index(GENERALS[1 - self.seat]), self.seat)

    def is_in_check(self) -> bool:
        return is_in_check(self._board, self.seat)

    def is_drawn(self) -> bool:
        """Return whether no mate can exist any more (§6.4)."""
        board = self._board
        return 64 - board.count(0) <= FEW and is_material_insufficient(board)

    def key(self) -> bytes:
        """Return the pieces and the side to move."""
        return bytes((*self._board, self.seat))
