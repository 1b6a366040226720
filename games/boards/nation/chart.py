"""Power and military over the rounds as lines, with the numbers behind them.

A line is drawn in what is measured, a round a unit, and its frame says how wide and how high that
is: so the lines that a page holds go on with the rounds that are new (static/js/playback.js).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from games.boards.kit.scenes import News
from games.boards.nation.story import Facts
from games.boards.nation.words import number


@dataclass(frozen=True, slots=True)
class Line:
    """One nation's line."""

    seat: int
    name: str
    points: str
    """The corners of the line, for SVG: the round, and what was measured as a height."""
    is_player: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure: the lines of all nations, and the numbers of each round."""

    key: str
    title: str
    lines: tuple[Line, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    top: int
    """The most in any of these rounds; 1 if nothing."""
    most: str
    """The same in writing."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A round in which the stage has events."""

    round: int
    names: str

    @property
    def at(self) -> int:
        """Its place on the lines, in rounds from the first one."""
        return self.round - 1

    def across(self, rounds: int) -> float:
        """Return its place on a drawing 320 wide, 8 to either side of so many *rounds*."""
        return round(8 + 304 * self.at / max(rounds - 1, 1), 1)


@dataclass(frozen=True, slots=True)
class Chart:
    """All measures, from a round on."""

    first: int
    """The number of the first round told."""
    rounds: int
    """How many rounds have ended, those before included."""
    measures: tuple[Measure, ...]
    marks: tuple[Mark, ...] = ()
    """The rounds with events that have ended."""


def chart_of(news: News, names: Sequence[str], first: int, events: Mapping[int, str]) -> Chart:
    """Power and military of every nation at the end of each round from the *first* on; *events*
    are what the stage has in store, by round."""
    ends = [cast("Facts", facts) for kind, facts in news if kind == "round-ended"]
    titles = {"powers": _("Power by round"), "military": _("Military by round")}
    measures = tuple(
        _measure(key, title, dict(enumerate((end[key] for end in ends), start=first)), names)
        for key, title in titles.items()
    )
    over = first - 1 + len(ends)
    marks = tuple(Mark(at, named) for at, named in sorted(events.items()) if at <= over)
    return Chart(first, over, measures, marks)


def _measure(key: str, title: str, ends: dict[int, list[int]], names: Sequence[str]) -> Measure:
    top = max((value for values in ends.values() for value in values), default=0) or 1
    lines = tuple(
        Line(
            seat,
            name,
            " ".join(f"{at - 1},{-values[seat]}" for at, values in ends.items()),
            is_player=seat == len(names) - 1,
        )
        for seat, name in enumerate(names)
    )
    rows = tuple((at, tuple(map(number, values))) for at, values in ends.items())
    return Measure(key, title, lines, rows, top, number(top))
