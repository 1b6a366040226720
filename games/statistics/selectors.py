"""The numbers of the last year, each told only if it tells of nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple, TypeVar

from games.statistics.models import Week

K = TypeVar("K")

A_WEEK = timedelta(weeks=1)
WEEKS = 52
FEWEST = 5
"""Of fewer than this no number is told."""
PACES = ("live", "days", "none")


class Figures(NamedTuple):
    """The figures that everybody may know; None stands for fewer than five."""

    matches: dict[date, int | None]
    """By the Monday of a week, the oldest first; likewise the people."""
    people: dict[date, int | None]
    games: dict[str, int | None]
    endings: dict[str, dict[str, int | None]]
    """By ending, the most frequent first, and pace."""


def last_weeks(now: datetime) -> list[date]:
    """Return the Mondays of the last 52 whole weeks, the oldest first.

    Not of the running one: from how its numbers grow one could tell whom they are about.
    """
    today = now.astimezone(UTC).date()
    this = today - timedelta(days=today.weekday())
    return [this - A_WEEK * back for back in range(WEEKS, 0, -1)]


def published_figures(now: datetime) -> Figures:
    """Return the numbers of the last 52 whole weeks, as far as they are counted."""
    weeks = Week.objects.filter(first__in=last_weeks(now)).order_by("first")
    matches: dict[date, int] = {}
    people: dict[date, int] = {}
    games: Counter[str] = Counter()
    endings: dict[str, Counter[str]] = {}
    for week in weeks:
        matches[week.first] = sum(number for *_of_what, number in week.ended)
        people[week.first] = week.people
        for game, pace, how, number in week.ended:
            games[game] += number
            endings.setdefault(how, Counter())[pace] += number
    by_number = sorted(endings, key=lambda how: (-endings[how].total(), how))
    cells = {(how, pace): endings[how][pace] for how in by_number for pace in PACES}
    shown = publishable(cells)
    return Figures(
        matches=publishable(matches),
        people={week: number if number >= FEWEST else None for week, number in people.items()},
        games=publishable(dict(games.most_common())),
        endings={how: {pace: shown[how, pace] for pace in PACES} for how in by_number},
    )


def publishable(counts: Mapping[K, int]) -> dict[K, int | None]:
    """Return those of *counts* that may be told; 0 and fewer than five as None.

    Where one alone is kept back, the next smallest is, too: else it would follow from a sum.
    """
    kept = {key for key, number in counts.items() if number < FEWEST}
    if len(kept) == 1 and len(counts) > 1:
        kept.add(min(counts.keys() - kept, key=lambda key: counts[key]))
    return {key: None if key in kept else number for key, number in counts.items()}
