"""Rectangular boards as flat tuples: squares are ints counted from a1 along the ranks."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

Direction = tuple[int, int]
"""Files to the right and ranks up, from the first seat's side of the board."""

ORTHOGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of *files* × *ranks*, for building tables when a module is loaded.

    Too slow for inner loops: make tuples of its answers and index those.
    """

    files: int
    ranks: int

    @property
    def squares(self) -> range:
        """Every square, a1 first, rank by rank."""
        return range(self.files * self.ranks)

    def name(self, square: int) -> str:
        """Return the square's name, such as ``"e3"``."""
        rank, file = divmod(square, self.files)
        return f"{ascii_lowercase[file]}{rank + 1}"

    def step(self, square: int, direction: Direction) -> int | None:
        """Return the square one *direction* away, or None off the board."""
        rank, file = divmod(square, self.files)
        file, rank = file + direction[0], rank + direction[1]
        if 0 <= file < self.files and 0 <= rank < self.ranks:
            return rank * self.files + file
        return None

    def steps(self, square: int, directions: tuple[Direction, ...]) -> tuple[int, ...]:
        """Return the squares one step away in each of *directions*, those on the board."""
        found = (self.step(square, direction) for direction in directions)
        return tuple(target for target in found if target is not None)

    def ray(self, square: int, direction: Direction) -> tuple[int, ...]:
        """Return the squares in *direction* up to the edge, nearest first."""
        squares: list[int] = []
        here = self.step(square, direction)
        while here is not None:
            squares.append(here)
            here = self.step(here, direction)
        return tuple(squares)

    def rays(self, square: int, directions: tuple[Direction, ...]) -> tuple[tuple[int, ...], ...]:
        """Return the rays in each of *directions*, without the empty ones."""
        found = (self.ray(square, direction) for direction in directions)
        return tuple(ray for ray in found if ray)
