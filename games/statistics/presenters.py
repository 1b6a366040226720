"""The numbers in words, and drawn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.common.dates import date_text
from games.boards.names import game_name
from games.match.presenters.endings import ending_name
from games.statistics.selectors import FEWEST, PACES, Figures

WIDTH, HEIGHT = 520, 100
"""Of a drawing: ten units a week."""


class Bar(NamedTuple):
    """One week: where it stands, how high, and what it says."""

    left: int
    height: int
    week: str
    number: str


class Chart(NamedTuple):
    """A chart by week."""

    name: str
    most: int
    bars: tuple[Bar, ...]


class Row(NamedTuple):
    """One line of a table."""

    name: str
    numbers: tuple[str, ...]


class StatisticsPage(NamedTuple):
    """Everything on the page."""

    charts: tuple[Chart, ...]
    games: tuple[Row, ...]
    paces: tuple[str, ...]
    endings: tuple[Row, ...]


def present_statistics(figures: Figures) -> StatisticsPage:
    """Return the page of *figures*."""
    return StatisticsPage(
        charts=(
            _chart(_("Finished matches"), figures.matches),
            _chart(_("Players"), figures.people),
        ),
        games=tuple(Row(game_name(game), (_said(n),)) for game, n in figures.games.items()),
        paces=tuple(pace_names()[pace] for pace in PACES),
        endings=tuple(
            Row(ending_name(how), tuple(_said(by_pace[pace]) for pace in PACES))
            for how, by_pace in figures.endings.items()
        ),
    )


def pace_names() -> dict[str, str]:
    """Return what the paces are called."""
    return {"live": _("Live"), "days": _("Over days"), "none": _("No time limit")}


def _chart(name: str, numbers: Mapping[date, int | None]) -> Chart:
    most = max((number or 0 for number in numbers.values()), default=0)
    step = WIDTH // max(len(numbers), 1)
    return Chart(
        name,
        most,
        tuple(
            Bar(
                place * step,
                round(HEIGHT * (number or 0) / (most or 1)),
                date_text(week),
                _said(number),
            )
            for place, (week, number) in enumerate(numbers.items())
        ),
    )


def _said(number: int | None) -> str:
    return _("fewer than %(n)s") % {"n": FEWEST} if number is None else str(number)
