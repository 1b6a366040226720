"""Counting the weeks."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, time, timedelta

from games.match.clocks.controls import control_of, is_control, is_slow
from games.match.reading.counted import matches_ended, people_in
from games.statistics.models import Week
from games.statistics.selectors import A_WEEK, last_weeks

AGAIN = timedelta(days=14)
"""So long a week is counted anew: a result may be annulled, or a match hidden, after its end."""


def count_weeks(now: datetime) -> int:
    """Count each whole week of the last year that is not, or that may have changed; how many."""
    counted = dict(Week.objects.values_list("first", "counted_at"))
    Week.objects.filter(first__lt=last_weeks(now)[0]).delete()
    due = []
    for first in last_weeks(now):
        begins = datetime.combine(first, time(), UTC)
        ends = begins + A_WEEK
        if first not in counted or counted[first] < ends + AGAIN:
            due.append(first)
            people, ended = people_in(begins, ends), _by_pace(begins, ends)
            values = {"people": people, "ended": ended, "counted_at": now}
            Week.objects.update_or_create(first=first, defaults=values)
    return len(due)


def _by_pace(begins: datetime, ends: datetime) -> list[tuple[str, str, str, int]]:
    """Return how many matches ended, by game, pace and ending."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for (game, clock, how), number in matches_ended(begins, ends).items():
        counts[game, pace_of(clock), how] += number
    return [(*key, number) for key, number in sorted(counts.items())]


def pace_of(clock: str) -> str:
    """Return whether the time control *clock* is "live", over "days", or "none" at all."""
    if not is_control(clock):
        return "days"
    control = control_of(clock)
    if control.bank is None:
        return "none"
    return "days" if is_slow(control) else "live"
