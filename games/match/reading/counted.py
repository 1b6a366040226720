"""How many matches ended, and how many people played them: numbers alone."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, QuerySet

from games.match.models import Match, Player
from games.match.status import Status

Counts = dict[tuple[str, str, str], int]


def matches_ended(since: datetime, until: datetime) -> Counts:
    """Return how many matches ended from *since* to before *until*, by game, clock and ending.

    One that is running or hidden, was cancelled or annulled is not counted.
    """
    rows = _ended(since, until).order_by().values_list("game", "time_control", "ended_how")
    return {(game, clock, how): n for game, clock, how, n in rows.annotate(n=Count("pk"))}


def people_in(since: datetime, until: datetime) -> int:
    """Return how many people played in those matches; bots are none."""
    seats = Player.objects.filter(match__in=_ended(since, until), user__is_program=False)
    return seats.aggregate(people=Count("user", distinct=True))["people"]


def _ended(since: datetime, until: datetime) -> QuerySet[Match]:
    return Match.objects.filter(
        status=Status.FINISHED,
        ended_at__gte=since,
        ended_at__lt=until,
        hidden_at=None,
        annulled_at=None,
    )
