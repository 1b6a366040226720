"""Which hours of the day and which days a person's clocks stand still, where a match allows it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from accounts.common.zones import FALLBACK, is_zone
from accounts.models import User

ZONE_STAYS = timedelta(days=7)
"""How long clocks keep a zone at least: moving it each Friday would prolong the weekend."""

LONGEST_NIGHT = timedelta(hours=9)


@dataclass(frozen=True, slots=True)
class TimeOff:
    """The settings of one person that clocks need."""

    zone: str
    """An IANA name; UTC for whoever has none."""
    night: tuple[time, time] | None
    """From, to by the wall clock of the zone."""


def time_off_of(user_ids: Collection[int], now: datetime) -> dict[int, TimeOff]:
    """Return the time off of each of these users, for turns that begin at *now*."""
    users = User.objects.filter(pk__in=user_ids).only(
        "time_zone", "clock_zone", "clock_zone_since", "night_from", "night_to"
    )
    return {user.pk: _of(user, now) for user in users}


def _of(user: User, now: datetime) -> TimeOff:
    night = None
    if user.night_from is not None and user.night_to is not None:
        night = user.night_from, user.night_to
    return TimeOff(_zone_for_clocks(user, now), night)


def _zone_for_clocks(user: User, now: datetime) -> str:
    """Return the zone of the settings, once clocks have kept the one before for a week."""
    wanted = user.time_zone if is_zone(user.time_zone) else FALLBACK
    kept, since = user.clock_zone or "", user.clock_zone_since
    if wanted == kept:
        return wanted
    if since is not None and now - since < ZONE_STAYS and is_zone(kept):
        return kept
    User.objects.filter(pk=user.pk).update(clock_zone=wanted, clock_zone_since=now)
    return wanted


def is_night(begins: time, ends: time) -> bool:
    """Return whether a clock may rest from the one until the other, past midnight perhaps."""
    minutes = [moment.hour * 60 + moment.minute for moment in (begins, ends)]
    length = timedelta(minutes=(minutes[1] - minutes[0]) % (24 * 60))
    return timedelta() < length <= LONGEST_NIGHT
