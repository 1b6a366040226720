"""A chart of how much was left to learn, made on the server: lines of numbers over moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 304, 96
LEFT, TOP = 8, 16
"""Where the lines begin in a drawing of 320 by 120, which has numbers around them."""


@dataclass(frozen=True, slots=True)
class Line:
    """The bits that one seat had left to learn, as a line of the chart."""

    seat: int
    name: str
    points: str
    """As an SVG polyline has them."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The lines of all seats, and their numbers as a table."""

    lines: tuple[Line, ...]
    most: str
    """What the top of the chart stands for."""
    last: int
    """The move at its right end."""
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    """A move, and each seat's number after it; no more than `MOST_ROWS` of them."""


MOST_ROWS = 40


def chart_of(
    names: Sequence[str], bits: Sequence[Sequence[Sequence[float]]], *, before: int
) -> Chart | None:
    """The chart of *bits*, which are for each seat plies with their numbers; *before* is how many
    plies come before the first move. None where there are less than two plies to show."""
    if not bits or len(bits[0]) < 2:
        return None
    first, last = bits[0][0][0], bits[0][-1][0]
    most = max(max(number for _ply, number in row) for row in bits) or 1.0
    lines = tuple(
        Line(seat, name, _points(row, first, last, most))
        for seat, (name, row) in enumerate(zip(names, bits, strict=True))
    )
    every = -(-len(bits[0]) // MOST_ROWS)
    rows = []
    for index, (ply, _number) in enumerate(bits[0]):
        if index % every == 0 or index == len(bits[0]) - 1:
            shares = tuple(f"{row[index][1]:.1f}" for row in bits)
            rows.append((int(ply) - before, shares))
    return Chart(lines, f"{most:.0f}", int(last) - before, tuple(rows))


def _points(row: Sequence[Sequence[float]], first: float, last: float, most: float) -> str:
    return " ".join(
        f"{LEFT + (ply - first) / (last - first) * WIDTH:.1f},"
        f"{TOP + (1 - number / most) * HEIGHT:.1f}"
        for ply, number in row
    )
