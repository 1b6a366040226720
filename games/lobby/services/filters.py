"""Keeping what the lobby is narrowed to."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.lobby.exceptions import GuestsSeekNot, NothingNarrowed, TooManyFilters
from games.lobby.models import SavedFilter
from games.match.terms.opening import hold
from queues.transactions import writing

MOST_FILTERS = 10
"""How many a user may keep."""


def keep_filter(*, user: User, query: str, now: datetime) -> None:
    """Keep the filter that *query* writes down; kept twice, it is there once.

    Raises GuestsSeekNot, NothingNarrowed for one that leaves nothing out, or TooManyFilters.
    """
    if user.is_guest:
        raise GuestsSeekNot
    if not query:
        raise NothingNarrowed
    with writing():
        hold(user)
        kept = SavedFilter.objects.filter(user=user)
        if kept.filter(query=query).exists():
            return
        if kept.count() >= MOST_FILTERS:
            raise TooManyFilters
        SavedFilter.objects.create(user=user, query=query, made_at=now)


def forget_filter(*, user: User, query: str) -> None:
    """Keep it no longer; one that is not there is no fault."""
    SavedFilter.objects.filter(user=user, query=query).delete()
