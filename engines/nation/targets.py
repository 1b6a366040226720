"""Which places an attack hits: its pattern, or the first shift that finds somebody (§6.3)."""

from __future__ import annotations

LINE = 0b111
SHIFTS = (0, 1, 2, -1, -2)
"""First the pattern as it is, then further back, then further to the front."""


def hit_by(pattern: int, living: int) -> int:
    """The places that *pattern* hits on a front whose *living* places are these; all as bits."""
    return HITS[pattern][living]


def _found(pattern: int, living: int) -> int:
    for shift in SHIFTS:
        moved = (pattern << shift if shift > 0 else pattern >> -shift) & LINE
        if moved & living:
            return moved
    return pattern


HITS = tuple(tuple(_found(pattern, living) for living in range(8)) for pattern in range(8))
"""`hit_by` for every pattern and every front."""
