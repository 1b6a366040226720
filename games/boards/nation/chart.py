"""Power and military over the rounds as lines, with the numbers behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from games.boards.kit.scenes import News
from games.boards.nation.story import Facts
from games.boards.nation.words import number

WIDTH, HEIGHT, EDGE = 320, 120, 8
HEAD = 16
"""Room for the number at the top."""


@dataclass(frozen=True, slots=True)
class Line:
    """One nation's line."""

    seat: int
    name: str
    points: str
    """The corners of the line, for SVG."""
    values: tuple[str, ...]
    is_player: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured, and the lines of all nations."""

    key: str
    title: str
    lines: tuple[Line, ...]
    most: str


@dataclass(frozen=True, slots=True)
class Chart:
    """All measures, and how large each is drawn."""

    width: int
    height: int
    measures: tuple[Measure, ...]
    rounds: tuple[int, ...]


def chart_of(news: News, names: Sequence[str]) -> Chart | None:
    """Power and military of every nation at the end of each round; None before a second one."""
    ends = [cast("Facts", facts) for kind, facts in news if kind == "round-ended"]
    if len(ends) < 2:
        return None
    titles = {"powers": _("Power by round"), "military": _("Military by round")}
    measures = tuple(
        _measure(key, title, [end[key] for end in ends], names) for key, title in titles.items()
    )
    return Chart(WIDTH, HEIGHT, measures, tuple(range(1, len(ends) + 1)))


def _measure(key: str, title: str, ends: Sequence[list[int]], names: Sequence[str]) -> Measure:
    most = max(max(values) for values in ends)
    lines = tuple(
        _line(seat, name, [values[seat] for values in ends], most or 1, seat == len(names) - 1)
        for seat, name in enumerate(names)
    )
    return Measure(key, title, lines, number(most))


def _line(seat: int, name: str, values: Sequence[int], most: int, is_player: bool) -> Line:
    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    foot, room = HEIGHT - EDGE, HEIGHT - EDGE - HEAD
    spots = (
        f"{EDGE + at * step:.1f},{foot - value * room / most:.1f}"
        for at, value in enumerate(values)
    )
    return Line(seat, name, " ".join(spots), tuple(map(number, values)), is_player)
