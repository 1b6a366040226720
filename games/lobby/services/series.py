"""One offer for several matches: the next opens when one is taken or, where no more may run at
once, when one ends."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import F

from games.common import live
from games.lobby.models import NEXT, STANDING, Seek
from games.match.changes.followers import Change, Kind
from games.match.status import Status

if TYPE_CHECKING:
    from games.match.models import Match

COPIED = (
    *("user", "game", "options", "time_control", "rated", "onlookers", "side"),
    *("low", "high", "audience", "is_quick", "series", "at_once"),
)
"""What a seek that follows another has from it."""


def open_next(seek: Seek, now: datetime) -> None:
    """Make the next seek of the series of *seek*, which has just been taken; people alone take it.

    In the transaction that has begun the match. Once for each seek.
    """
    if seek.further == 0 or seek.expires_at <= now:
        return
    fields = {name: getattr(seek, name) for name in COPIED}
    fields["further"] = None if seek.further is None else seek.further - 1
    fields["state"] = Seek.State.OPEN if _has_room(seek) else Seek.State.WAITING
    fields |= {"created_at": now, "expires_at": seek.expires_at}
    Seek.objects.get_or_create(user_id=seek.user_id, key=f"{NEXT}{seek.uid}", defaults=fields)


def give_back(seek: Seek) -> bool:
    """Let the series of *seek* lead to one match more, if it still stands; whether it does."""
    if not seek.series:
        return False
    standing = Seek.objects.filter(series=seek.series, state__in=STANDING)
    return bool(standing.update(further=F("further") + 1))


def open_waiting(change: Change) -> None:
    """Open what waited for the match to end."""
    if change.kind in (Kind.OVER, Kind.CANCELLED):
        taken = Seek.objects.filter(match=change.match).exclude(series="")
        open_where_room(taken.values_list("series", flat=True), ended=change.match)


def open_where_room(series: Iterable[str], ended: Match | None = None) -> int:
    """Open the waiting seeks of those series that have room for one more match; how many.

    The row of the match that has *ended* may not say so yet.
    """
    waiting = Seek.objects.filter(series__in=list(series), state=Seek.State.WAITING)
    free = [seek.pk for seek in waiting if _has_room(seek, ended)]
    opened = Seek.objects.filter(pk__in=free, state=Seek.State.WAITING)
    count = opened.update(state=Seek.State.OPEN, tried_at=None)
    if count:
        live.announce_lobby()
    return count


def _has_room(seek: Seek, ended: Match | None = None) -> bool:
    running = Seek.objects.filter(series=seek.series, match__status=Status.ACTIVE)
    return running.exclude(match=ended).count() < seek.at_once


def are_at_it(one: Seek, other: Seek) -> bool:
    """Return whether the two makers play a match that the series of either has led to."""
    if not (one.series or other.series):
        return False
    names = {one.series, other.series} - {""}
    mine = Seek.objects.filter(series__in=names, match__status=Status.ACTIVE)
    both = mine.filter(match__players__user=one.user_id)
    return both.filter(match__players__user=other.user_id).exists()
