"""How the pieces move (§4): tables made once, and what a piece can reach on a board."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.grid import DIAGONAL, ORTHOGONAL, Direction
from engines.seichu.pieces import (
    BISHOP,
    GOLD,
    IS_OF,
    KIND_OF,
    KINDS,
    KING,
    KNIGHT,
    LANCE,
    PAWN,
    ROOK,
    SILVER,
    mask_of,
)
from engines.seichu.squares import ALL_SQUARES, GRID, IN_ENEMY_CAMP

Directions = tuple[Direction, ...]
Lines = tuple[tuple[int, ...], ...]

_GOLD: Directions = (*ORTHOGONAL, (1, 1), (-1, 1))

_STEPS: dict[int, Directions] = {
    KING: (*ORTHOGONAL, *DIAGONAL),
    GOLD: _GOLD,
    SILVER: (*DIAGONAL, (0, 1)),
    KNIGHT: ((-1, 2), (1, 2)),
    PAWN: ((0, 1),),
}
_SLIDES: dict[int, Directions] = {ROOK: ORTHOGONAL, BISHOP: DIAGONAL, LANCE: ((0, 1),)}

_PROMOTED_STEPS: dict[int, Directions] = {
    KING: _STEPS[KING],
    ROOK: DIAGONAL,
    BISHOP: ORTHOGONAL,
    **dict.fromkeys((GOLD, SILVER, KNIGHT, LANCE, PAWN), _GOLD),
}
_PROMOTED_SLIDES: dict[int, Directions] = {ROOK: ORTHOGONAL, BISHOP: DIAGONAL}


def _facing(seat: int, directions: Directions) -> Directions:
    """*directions* as *seat* sees them: North plays down the board."""
    return directions if seat == 0 else tuple((-file, -rank) for file, rank in directions)


def _lines(seat: int, kind: int, square: int) -> Lines:
    """Where a piece goes from *square*, one line at a time, nearest first; a step is a short one.

    What it does depends on the square it starts from (§4.2).
    """
    promoted = IN_ENEMY_CAMP[seat][square]
    steps = (_PROMOTED_STEPS if promoted else _STEPS).get(kind, ())
    slides = (_PROMOTED_SLIDES if promoted else _SLIDES).get(kind, ())
    singles = ((target,) for target in GRID.steps(square, _facing(seat, steps)))
    return (*singles, *GRID.rays(square, _facing(seat, slides)))


LINES = tuple(
    tuple(
        tuple(_lines(seat, kind, square) if kind else () for square in ALL_SQUARES)
        for kind in (0, *KINDS)
    )
    for seat in (0, 1)
)
"""For each seat, kind and square, the lines a piece moves along."""


def targets_of(board: Sequence[int], seat: int, square: int, kind: int) -> list[int]:
    """Return where *kind* of *seat* on *square* truly goes; the board may have hidden pieces."""
    own = IS_OF[seat]
    targets = []
    for line in LINES[seat][kind][square]:
        for target in line:
            if board[target]:
                if not own[board[target]]:
                    targets.append(target)
                break
            targets.append(target)
    return targets


def kinds_reaching(board: Sequence[int], seat: int, origin: int, target: int) -> int:
    """Return the kinds (a mask) that would truly go from *origin* to *target*."""
    return mask_of(kind for kind in KINDS if target in targets_of(board, seat, origin, kind))


def is_attacked(board: Sequence[int], square: int, seat: int) -> bool:
    """Return whether a piece of *seat* could truly take what stands on *square*; all kinds are
    known."""
    own = IS_OF[seat]
    return any(
        square in targets_of(board, seat, origin, KIND_OF[piece])
        for origin, piece in enumerate(board)
        if own[piece]
    )


def _ways(seat: int, origin: int) -> tuple[Way, ...]:
    found: dict[int, dict[int, int]] = {}
    for kind in KINDS:
        for line in LINES[seat][kind][origin]:
            for place, target in enumerate(line):
                between = mask_of(line[:place])
                by_between = found.setdefault(target, {})
                by_between[between] = by_between.get(between, 0) | 1 << kind
    return tuple((target, tuple(means.items())) for target, means in sorted(found.items()))


Way = tuple[int, tuple[tuple[int, int], ...]]
"""A target, and pairs of masks: squares that must be empty, and kinds that could then go there."""

WAYS = tuple(tuple(_ways(seat, origin) for origin in ALL_SQUARES) for seat in (0, 1))
"""For each seat and square, where pieces of any kind truly go from there."""
