"""What the moderators did month by month, as everybody may know it: counts without names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

from django.core.cache import cache
from django.db.models import Count
from django.db.models.functions import TruncMonth

from games.moderation.models import Appeal, ModAction, Report, ReportAtom

MONTHS = 12
FEWEST = 5
"""Of fewer than this no number is told: they could be known by whom they concern."""

AN_HOUR = 60 * 60  # seconds

KINDS: dict[str, tuple[str, ...]] = {
    "warned": ("sanction-warn",),
    "talk": ("sanction-mute", "line-hidden", "match-close-talk"),
    "limited": ("sanction-unrated", "sanction-no-new"),
    "suspended": ("sanction-suspend",),
    "closed": ("sanction-close",),
    "decided": (
        *("match-win", "match-draw", "match-annul", "match-restore"),
        *("match-rewind", "match-void", "match-replace", "match-reopen"),
    ),
    "halted": (
        *("match-freeze", "match-investigate", "match-hide"),
        *("match-extend", "match-renew", "match-grace", "match-no-grace"),
        "match-take-time",
    ),
}
"""The actions that are counted, by their verbs in the log."""

Months = list[dict[str, Any]]


def published_months(now: datetime) -> Months:
    """Return the last twelve whole months, newest first, counted once an hour.

    Not the running one: from how its numbers grow one could tell whom they are about. A number
    is None where there are fewer than five.
    """
    key = f"moderation-counts:{now.astimezone(UTC):%Y-%m}"
    counted: Months | None = cache.get_or_set(key, lambda: _counted(now), AN_HOUR)
    return counted or []


def _counted(now: datetime) -> Months:
    until = month_of(now)
    firsts = [until]
    for _month in range(MONTHS):
        firsts.append(month_of(firsts[-1] - timedelta(days=1)))
    since = firsts[-1]
    span = (since, until - timedelta(microseconds=1))
    rows = _by_month(ReportAtom.objects.filter(made_at__range=span), "made_at")
    hours = _hours(since, until)
    actions = ModAction.objects.filter(made_at__range=span)
    verbs = _by_month(actions, "made_at", "verb")
    answers = actions.filter(verb="appeal-answered")
    appeals = _by_month(answers, "made_at", "after__outcome")
    months = []
    for first in firsts[1:]:
        closed = hours.get(first, [])
        upheld = appeals.get((first, Appeal.Outcome.UPHELD), 0)
        denied = appeals.get((first, Appeal.Outcome.DENIED), 0)
        counts = {
            kind: sum(verbs.get((first, verb), 0) for verb in group)
            for kind, group in KINDS.items()
        }
        months.append(
            {
                "month": first.isoformat(),
                "reports": _if_enough(rows.get((first,), 0)),
                "hours": round(median(closed)) if len(closed) >= FEWEST else None,
                "actions": {kind: _if_enough(count) for kind, count in counts.items()},
                "appeals": _if_enough(upheld + denied),
                "upheld": _if_enough(upheld),
            }
        )
    return months


def month_of(moment: datetime) -> datetime:
    """Return the first moment of its month, in UTC."""
    return moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _if_enough(count: int) -> int | None:
    return count if count >= FEWEST else None


def _by_month(rows: Any, moment: str, *columns: str) -> dict[tuple[Any, ...], int]:
    """Return how many rows there are of each month, and of each value of *columns* in it."""
    dated = rows.order_by().annotate(month=TruncMonth(moment, tzinfo=UTC))
    grouped = dated.values_list("month", *columns).annotate(rows=Count("pk"))
    return {tuple(key): count for *key, count in grouped}


def _hours(since: datetime, until: datetime) -> dict[datetime, list[float]]:
    """Return how long the reports closed in each month had waited for their answer, in hours."""
    rows = Report.objects.filter(closed_at__gte=since, closed_at__lt=until)
    found: dict[datetime, list[float]] = {}
    for opened_at, closed_at in rows.values_list("opened_at", "closed_at"):
        assert closed_at is not None  # by the filter
        waited = (closed_at - opened_at) / timedelta(hours=1)
        found.setdefault(month_of(closed_at), []).append(waited)
    return found
