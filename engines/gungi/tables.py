"""How the kinds go, as lines of offsets (§3, §5): what all movement is made from.

Offsets are (forward, sideways) as the mover sees them, at any tier. Squares
are looked up in `Movement`, made once for each way of jumping.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engines.gungi.pieces import (
    ARCHER,
    CANNON,
    FORTRESS,
    GENERAL,
    KINDS,
    LIEUTENANT,
    MAJOR,
    MARSHAL,
    MUSKETEER,
    NINJA,
    RIDER,
    SAMURAI,
    SOLDIER,
    SPEAR,
    TACTICIAN,
    piece_of,
)
from engines.gungi.squares import GRID, OFFSETS
from engines.gungi.stacks import TALLEST

Offset = tuple[int, int]

PLAIN, LEAP, JUMP = range(3)
"""What stops a line: any piece; only a stack taller than the mover's tier; nothing."""


class Way(NamedTuple):
    """One direction of a kind: *reach* landings at tier 1, and one more for each tier above.

    The landings are counted from *start*, which is passed over with all that
    lies straight before the piece up to it.
    """

    step: Offset
    reach: int = 1
    start: Offset = (0, 0)


class Line(NamedTuple):
    """Landings in the order in which they are come to, once all *gates* let pass."""

    stops: int
    gates: tuple[Offset, ...]
    landings: tuple[Offset, ...]


_ORTHOGONAL: tuple[Offset, ...] = ((1, 0), (0, -1), (0, 1), (-1, 0))
_DIAGONAL: tuple[Offset, ...] = ((1, -1), (1, 1), (-1, -1), (-1, 1))
_FRONT: tuple[Offset, ...] = ((1, 0), (1, -1), (1, 1))
_FAR = 8


def _ways(*steps: Offset, reach: int = 1) -> tuple[Way, ...]:
    return tuple(Way(step, reach) for step in steps)


WAYS: dict[int, tuple[Way, ...]] = {
    MARSHAL: _ways(*_ORTHOGONAL, *_DIAGONAL),
    GENERAL: _ways(*_ORTHOGONAL, reach=_FAR) + _ways(*_DIAGONAL),
    LIEUTENANT: _ways(*_DIAGONAL, reach=_FAR) + _ways(*_ORTHOGONAL),
    MAJOR: _ways(*_FRONT, (0, -1), (0, 1), (-1, 0)),
    SAMURAI: _ways(*_FRONT, (-1, 0)),
    SPEAR: (Way((1, 0), 2), *_ways((1, -1), (1, 1), (-1, 0))),
    RIDER: (Way((1, 0), 2), Way((-1, 0), 2), *_ways((0, -1), (0, 1))),
    NINJA: _ways(*_DIAGONAL, reach=2),
    FORTRESS: _ways((1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1)),
    SOLDIER: _ways((1, 0), (-1, 0)),
    CANNON: (Way((1, 0), start=(2, 0)), *_ways((0, -1), (0, 1), (-1, 0))),
    ARCHER: (*(Way(step, start=(1, 0)) for step in _FRONT), Way((-1, 0))),
    MUSKETEER: (Way((1, 0), start=(1, 0)), *_ways((-1, -1), (-1, 1))),
    TACTICIAN: _ways((1, -1), (1, 1), (-1, 0)),
}
"""The directions of each kind at tier 1 (§3)."""

GUIDE_JUMPERS = frozenset({SOLDIER, RIDER, NINJA, FORTRESS, ARCHER, MUSKETEER, CANNON, TACTICIAN})
"""The kinds that jump over everything at tier 3 in the rule set ``guide`` (§5.2)."""
OFFICIAL_LEAPERS = frozenset({CANNON, MUSKETEER, ARCHER})
"""The kinds that leap forward at every tier in the official rule sets (§5.3)."""


def lines_of(kind: int, tier: int, *, guide: bool) -> tuple[Line, ...]:
    """Return the lines of a kind at a tier, by the guide's way of jumping or the official one."""
    by_way = _guide_lines if guide else _official_lines
    return tuple(line for way in WAYS[kind] for line in by_way(kind, tier, way))


def _landings(way: Way, tier: int) -> tuple[Offset, ...]:
    (forward, sideways), (step, aside) = way.start, way.step
    count = way.reach + tier - 1
    return tuple((forward + step * i, sideways + aside * i) for i in range(1, count + 1))


def _gates(way: Way) -> tuple[Offset, ...]:
    return tuple((forward, 0) for forward in range(1, way.start[0] + 1))


def _guide_lines(kind: int, tier: int, way: Way) -> Iterator[Line]:
    landings, gates = _landings(way, tier), _gates(way)
    if tier == TALLEST and kind in GUIDE_JUMPERS:
        yield Line(JUMP, (), landings)
    elif kind == ARCHER and gates:
        near, far = landings[:1], landings[1:]
        yield Line(LEAP, gates, near)
        if far:
            yield Line(PLAIN, gates + near, far)
    else:
        yield Line(PLAIN, gates, landings)


def _official_lines(kind: int, tier: int, way: Way) -> Iterator[Line]:
    forward, sideways = way.step
    if kind in OFFICIAL_LEAPERS and forward > 0:
        beside = ((1, sideways),) if sideways else ()
        yield Line(LEAP, _gates(way) + beside, _landings(way, tier))
    else:
        yield Line(PLAIN, _gates(way), _landings(way, tier))


Ray = tuple[int, ...]
"""Squares in the order in which they are come to."""
Gated = tuple[int, Ray, Ray]
"""What stops a line, its gates, and its landings."""
Rays = tuple[tuple[Ray, ...], tuple[Gated, ...]]
"""The ways from one square: plain rays without gates, and all others."""
Approach = tuple[int, tuple[int, ...]]
"""How a landing is come to: what stops it, and the differences to the squares that could."""


def rank_key(height: int, piece: int) -> int:
    """Return what tables are indexed by: a top piece and its tier."""
    return height << 5 | piece


class Movement:
    """The tables of one way of jumping, for each `rank_key`."""

    def __init__(self, *, guide: bool) -> None:
        self.rays: list[tuple[Rays, ...]] = [()] * rank_key(TALLEST + 1, 0)
        """By square: where a piece goes."""
        self.approaches: list[list[Approach | None]] = [[]] * rank_key(TALLEST + 1, 0)
        """By the difference of two `squares.PLACES`: how a piece comes from one to the other."""
        for kind in KINDS:
            for tier in range(1, TALLEST + 1):
                lines = lines_of(kind, tier, guide=guide)
                for seat in (0, 1):
                    key = rank_key(tier, piece_of(seat, kind))
                    self.rays[key] = _rays_by_square(lines, seat)
                    self.approaches[key] = _approaches(lines, seat)


@cache
def _rays_by_square(lines: tuple[Line, ...], seat: int) -> tuple[Rays, ...]:
    """Made once for what both ways of jumping have in common: most of it."""
    return tuple(_rays(lines, seat, square) for square in GRID.squares)


def _rays(lines: tuple[Line, ...], seat: int, square: int) -> Rays:
    plain: list[Ray] = []
    gated: list[Gated] = []
    for line in lines:
        landings = _on_board(line.landings, seat, square)
        if landings and line.stops == PLAIN and not line.gates:
            plain.append(landings)
        elif landings:
            gated.append((line.stops, _on_board(line.gates, seat, square), landings))
    return tuple(plain), tuple(gated)


def _on_board(offsets: tuple[Offset, ...], seat: int, square: int) -> Ray:
    """Return the squares of those offsets that lie on the board."""
    sign = -1 if seat else 1
    rank, file = divmod(square, 9)
    places = [(rank + sign * ahead, file + sign * aside) for ahead, aside in offsets]
    return tuple(9 * rank + file for rank, file in places if 0 <= rank < 9 and 0 <= file < 9)


def _approaches(lines: tuple[Line, ...], seat: int) -> list[Approach | None]:
    found: list[Approach | None] = [None] * OFFSETS
    sign = -1 if seat else 1
    for stops, gates, landings in lines:
        passed = [] if stops == JUMP else [sign * (9 * ahead + aside) for ahead, aside in gates]
        for ahead, aside in landings:
            if max(abs(ahead), abs(aside)) > _FAR:
                break
            found[sign * (17 * ahead + aside)] = (stops, tuple(passed))
            if stops != JUMP:
                passed.append(sign * (9 * ahead + aside))
    return found


GUIDE = Movement(guide=True)
OFFICIAL = Movement(guide=False)
