"""Power over the rounds as lines, with the numbers behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from games.boards.kit.scenes import News
from games.boards.nation.story import Facts
from games.boards.nation.words import number

WIDTH, HEIGHT, EDGE = 320, 140, 8


@dataclass(frozen=True, slots=True)
class Line:
    """One nation's power, round by round."""

    seat: int
    name: str
    points: str
    """The corners of the line, for SVG."""
    end: tuple[float, float]
    values: tuple[str, ...]
    is_player: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines, and how large they are drawn."""

    width: int
    height: int
    lines: tuple[Line, ...]
    rounds: tuple[int, ...]
    most: str


def chart_of(news: News, names: Sequence[str]) -> Chart | None:
    """The power of every nation at the end of each round; None before a second one."""
    ends = [cast("Facts", facts)["powers"] for kind, facts in news if kind == "round-ended"]
    if len(ends) < 2:
        return None
    most = max(max(powers) for powers in ends) or 1
    lines = tuple(
        _line(seat, name, [powers[seat] for powers in ends], most, seat == len(names) - 1)
        for seat, name in enumerate(names)
    )
    return Chart(WIDTH, HEIGHT, lines, tuple(range(1, len(ends) + 1)), number(most))


def _line(seat: int, name: str, values: Sequence[int], most: int, is_player: bool) -> Line:
    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    spots = [
        (round(EDGE + at * step, 1), round(HEIGHT - EDGE - value * (HEIGHT - 2 * EDGE) / most, 1))
        for at, value in enumerate(values)
    ]
    points = " ".join(f"{x:g},{y:g}" for x, y in spots)
    return Line(seat, name, points, spots[-1], tuple(map(number, values)), is_player)
