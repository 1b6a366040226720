"""A move, its text, and its code: the small int that inner loops use for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from engines.core.errors import InvalidMove
from engines.core.grid import Grid
from engines.xiongqi.pieces import LETTERS, PIECES

GRID = Grid(files=8, ranks=8)
SQUARE_NAMES = tuple(GRID.name(square) for square in GRID.squares)
SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}

_TEXT = re.compile(r"([a-h][1-8])([a-h][1-8])(?:=([EACRBH]))?")


@dataclass(frozen=True, slots=True)
class Move:
    """One piece from *origin* to *target*; a soldier may become the kind *promotion* there."""

    origin: int
    target: int
    promotion: int | None = None

    @property
    def code(self) -> int:
        """Twelve bits of squares, target lowest, below the kind promoted to."""
        return (self.promotion or 0) << 12 | self.origin << 6 | self.target

    def __str__(self) -> str:
        squares = SQUARE_NAMES[self.origin] + SQUARE_NAMES[self.target]
        return squares if self.promotion is None else f"{squares}={LETTERS[self.promotion]}"


@cache
def move_of(code: int) -> Move:
    """Return the move with this code; always the same object."""
    return Move(code >> 6 & 63, code & 63, code >> 12 or None)


def read_move(text: str) -> Move:
    """The move of a text such as ``"e3e4"`` or ``"a7a8=E"``; raises InvalidMove for any other."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise InvalidMove(f"not a Xiongqi move: {text[:40]!r}")
    origin, target, letter = found.groups()
    return Move(SQUARES[origin], SQUARES[target], PIECES[letter] if letter else None)
