"""The 81 squares, a1 first, rank by rank from Black's side."""

from __future__ import annotations

from engines.core.grid import Grid

GRID = Grid(files=9, ranks=9)
SQUARE_NAMES = tuple(GRID.name(square) for square in GRID.squares)
SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}

CAMPS = (range(27), range(54, 81))
"""The three ranks nearest to each seat."""

PLACES = tuple(square // 9 * 17 + square % 9 for square in GRID.squares)
"""Squares numbered so that a difference of two of them stands for one offset only.

Differences run from -144 to 144: they index a list of `OFFSETS` entries, the
negative ones from its end.
"""
OFFSETS = 289
