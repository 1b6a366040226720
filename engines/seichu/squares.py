"""The board as 28 squares: a1 first, rank by rank (§1)."""

from __future__ import annotations

from engines.core.grid import Grid

GRID = Grid(4, 7)
FILES, RANKS = GRID.files, GRID.ranks
ALL_SQUARES = GRID.squares

SQUARE_NAMES = tuple(GRID.name(square) for square in ALL_SQUARES)
SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}

HAND = -1
"""In place of a square: in a hand, or where a dropped piece came from."""

FILE_OF = tuple(square % FILES for square in ALL_SQUARES)

CAMP = (tuple(range(8)), tuple(range(20, 28)))
"""The squares each seat sets up on."""

IN_ENEMY_CAMP = tuple(tuple(square in CAMP[1 - seat] for square in ALL_SQUARES) for seat in (0, 1))
"""For each seat and square, whether a piece of the seat moves as promoted from there (§4.2)."""

ON_LAST_RANK = (
    tuple(square >= 24 for square in ALL_SQUARES),
    tuple(square < 4 for square in ALL_SQUARES),
)
"""For each seat and square, whether a king of the seat can try there (§6.2)."""

SETUP_ORDER = ((*range(4, 8), *range(4)), (*range(23, 19, -1), *range(27, 23, -1)))
"""The squares of a camp as the set-up text lists them: from the owner's view, front rank first,
left to right."""
