"""Where the squares of a board lie: in ranks, some of them wide, perhaps with water between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Spot:
    """A square in its row, as the viewer looks at the board."""

    square: str
    column: int
    """How many files are to the left of it."""
    width: int
    """How many files it covers."""
    shape: tuple[str, ...]
    """What its place adds to its classes."""


Rows = tuple[tuple[str, tuple[Spot, ...]], ...]
"""Each rank's name and squares, in the order in which they are shown."""


@dataclass(frozen=True)
class Layout:
    """The squares of a game, file and rank. A wide square bears the name of its first file."""

    files: tuple[str, ...]
    """From South's left to right."""
    ranks: tuple[str, ...]
    """From South's first to the last."""
    wide: Mapping[str, int] = field(default_factory=dict)
    """The squares that cover several files, and how many."""
    shore: int = 0
    """How many ranks lie on South's side of the water; 0 where there is none."""
    bridges: frozenset[str] = frozenset()
    """The files with a bridge over the water."""
    turned_for: frozenset[int] = frozenset({1})
    """The seats that look at the board from North's side."""

    def rows(self, *, is_turned: bool) -> Rows:
        """Return the ranks as seen from South, or *is_turned* from North; far first."""
        return self._rows[is_turned]

    def names_of_files(self, *, is_turned: bool) -> tuple[str, ...]:
        """Return the files from left to right."""
        return self.files[::-1] if is_turned else self.files

    def letters_on(self, board: str) -> dict[str, str]:
        """Square to piece letter, from the ranks of a position text, which begin far from South."""
        found: dict[str, str] = {}
        rows = self.rows(is_turned=False)
        for (_rank, row), text in zip(rows, board.split("/"), strict=True):
            place = 0
            for sign in text:
                if sign.isdigit():
                    place += int(sign)
                else:
                    found[row[place].square] = sign
                    place += 1
        return found

    @cached_property
    def _rows(self) -> tuple[Rows, Rows]:
        from_south = tuple(
            (rank, self._row(rank, row)) for row, rank in enumerate(self.ranks[::-1])
        )
        from_north = tuple(
            (rank, self._row(rank, row, is_turned=True)) for row, rank in enumerate(self.ranks)
        )
        return from_south, from_north

    def _row(self, rank: str, row: int, *, is_turned: bool = False) -> tuple[Spot, ...]:
        spots: list[Spot] = []
        file = 0
        while file < len(self.files):
            square = self.files[file] + rank
            width = self.wide.get(square, 1)
            column = len(self.files) - file - width if is_turned else file
            shape = ("light",) if (row + column) % 2 == 0 else ()
            spots.append(Spot(square, column, width, (*shape, "wide") if width > 1 else shape))
            file += width
        return tuple(spots[::-1] if is_turned else spots)
