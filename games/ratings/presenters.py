"""Ratings and reliability in words, and a rating's course as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.names import game_name
from games.match.presenters.clocktext import long_duration
from games.ratings.pools import BOTS, LIVE, PROGRAMS, Pool
from games.ratings.selectors import RatingFacts, RatingPoint, Reliability, SeatRating


def rating_text(facts: RatingFacts | SeatRating) -> str:
    """Return the number; with a question mark while it is provisional."""
    return f"{facts.rating}?" if facts.is_provisional else str(facts.rating)


def rating_sentence(facts: RatingFacts) -> str:
    """Return the number with its deviation and what it rests on."""
    if not facts.matches:
        return _("Not rated yet")
    parts = {"rating": facts.rating, "deviation": facts.deviation}
    text = _("%(rating)s ± %(deviation)s") % parts
    return _("%(text)s, provisional") % {"text": text} if facts.is_provisional else text


def seat_rating_sentence(found: SeatRating) -> str:
    """Return the rating beside a name, as it is read out."""
    if found.is_provisional:
        return _("Rating %(rating)s, provisional") % {"rating": found.rating}
    return _("Rating %(rating)s") % {"rating": found.rating}


def rating_change(found: SeatRating) -> str:
    """Return what a match has made of a rating, such as "1500 → 1662 (provisional)"."""
    parts = {"before": found.before, "after": found.rating}
    if found.is_provisional:
        return _("%(before)s → %(after)s (provisional)") % parts
    return _("%(before)s → %(after)s") % parts


def pace_name(pace: str) -> str:
    """Return what a pace is called."""
    return _("live") if pace == LIVE else _("over days")


def pool_name(pool: Pool) -> str:
    """Return what a pool is called: the game, the pace, and whether it is against bots."""
    parts = {"game": game_name(pool.game), "pace": pace_name(pool.pace)}
    if pool.versus == PROGRAMS:
        return _("%(game)s, %(pace)s, with bot accounts") % parts
    if pool.versus == BOTS:
        return _("%(game)s, %(pace)s, against bots") % parts
    return _("%(game)s, %(pace)s") % parts


def reliability_line(found: Reliability) -> str:
    """Return how somebody has answered the turns of finished matches, in one line."""
    if not found.asked:
        return _("No turns counted yet")
    parts = {"answered": found.answered, "asked": found.asked}
    line = (
        ngettext(
            "Answered %(answered)s of %(asked)s turn in time",
            "Answered %(answered)s of %(asked)s turns in time",
            found.asked,
        )
        % parts
    )
    if found.median_seconds is None:
        return line
    median = {"line": line, "time": long_duration(found.median_seconds)}
    return _("%(line)s, median %(time)s") % median


@dataclass(frozen=True, slots=True)
class GraphRow:
    """One line of the table beside the graph."""

    at: datetime
    rating: int
    change: str
    match_uid: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A rating's course: a picture, and the same as a table."""

    name: str
    now: str
    picture: SafeString
    rows: list[GraphRow]
    """The newest first."""


WIDTH, HEIGHT, EDGE = 600, 160, 34


def graph_of(facts: RatingFacts, points: Sequence[RatingPoint]) -> Graph:
    """Return the course of a rating over its last matches."""
    rows = [GraphRow(p.at, p.rating, f"{p.change:+d}", p.match_uid) for p in points]
    return Graph(pool_name(facts.pool), rating_sentence(facts), _picture(points), rows[::-1])


def _picture(points: Sequence[RatingPoint]) -> SafeString:
    values = [point.rating for point in points]
    if len(values) < 2:
        return SafeString("")
    low, high = min(values) // 50 * 50, (max(values) // 50 + 1) * 50
    places = [(_x(i, len(values)), _y(value, low, high)) for i, value in enumerate(values)]
    lines = format_html_join(
        "",
        '<line x1="{}" y1="{}" x2="{}" y2="{}"/><text x="{}" y="{}">{}</text>',
        (
            (EDGE, _y(value, low, high), WIDTH, _y(value, low, high), 0, _y(value, low, high) + 4,
             value)
            for value in (low, (low + high) // 2, high)
        ),
    )  # fmt: skip
    return format_html(
        '<svg class="graph" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">'
        '<g class="graph-grid">{}</g><polyline class="graph-line" points="{}"/>'
        '<circle class="graph-now" cx="{}" cy="{}" r="4"/></svg>',
        WIDTH + 8,
        HEIGHT,
        lines,
        " ".join(f"{x},{y}" for x, y in places),
        *places[-1],
    )


def _x(index: int, count: int) -> int:
    return EDGE + round(index * (WIDTH - EDGE) / (count - 1))


def _y(value: int, low: int, high: int) -> int:
    return 10 + round((high - value) * (HEIGHT - 20) / (high - low))
