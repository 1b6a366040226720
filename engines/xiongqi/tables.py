"""What depends on squares alone, looked up instead of worked out: made once, when loaded."""

from __future__ import annotations

from engines.core.grid import DIAGONAL, ORTHOGONAL, Direction
from engines.xiongqi.moves import GRID

Table = tuple[tuple[int, ...], ...]
"""For each square, some squares."""
Rays = tuple[tuple[tuple[int, ...], ...], ...]
"""For each square, its lines, nearest square first."""

KNIGHT: tuple[Direction, ...] = tuple(
    (files, ranks)
    for files in (-2, -1, 1, 2)
    for ranks in (-2, -1, 1, 2)
    if abs(files * ranks) == 2
)
FORWARD: tuple[Direction, Direction] = ((0, 1), (0, -1))
LAST_RANK = (range(56, 64), range(8))
"""Where the soldiers of each seat are promoted (§5)."""
ACROSS = (range(32, 64), range(32))
"""Beyond the river, for the soldiers of each seat (§3.8)."""


def _soldier_steps(seat: int, square: int) -> tuple[int, ...]:
    sideways = ((-1, 0), (1, 0)) if square in ACROSS[seat] else ()
    return GRID.steps(square, (FORWARD[seat], *sideways))


def _horse_jumps(square: int) -> tuple[tuple[int, int], ...]:
    """(target, leg) pairs: one square straight, the leg, then one diagonally outward."""
    jumps = []
    for files, ranks in KNIGHT:
        target = GRID.step(square, (files, ranks))
        leg = GRID.step(square, (int(files / 2), int(ranks / 2)))
        if target is not None and leg is not None:
            jumps.append((target, leg))
    return tuple(jumps)


def _horse_origins(square: int) -> tuple[tuple[int, int], ...]:
    """(origin, leg) of the horses that could jump to *square*."""
    return tuple(
        (origin, leg)
        for origin in KNIGHT_STEPS[square]
        for target, leg in HORSE_JUMPS[origin]
        if target == square
    )


ORTHOGONAL_STEPS: Table = tuple(GRID.steps(square, ORTHOGONAL) for square in GRID.squares)
DIAGONAL_STEPS: Table = tuple(GRID.steps(square, DIAGONAL) for square in GRID.squares)
KNIGHT_STEPS: Table = tuple(GRID.steps(square, KNIGHT) for square in GRID.squares)
SOLDIER_STEPS: tuple[Table, ...] = tuple(
    tuple(_soldier_steps(seat, square) for square in GRID.squares) for seat in (0, 1)
)
HORSE_JUMPS = tuple(_horse_jumps(square) for square in GRID.squares)
HORSE_ORIGINS = tuple(_horse_origins(square) for square in GRID.squares)
ORTHOGONAL_RAYS: Rays = tuple(GRID.rays(square, ORTHOGONAL) for square in GRID.squares)
DIAGONAL_RAYS: Rays = tuple(GRID.rays(square, DIAGONAL) for square in GRID.squares)
