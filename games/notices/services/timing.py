"""When what is owed becomes due: after the wait, at the reader's rhythm, outside quiet hours."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from accounts.common.zones import zone_or_utc
from accounts.models import User
from games.notices.choices import (
    Rhythm,
    digest_hour,
    quiet_hours,
    rhythm_of,
    warns_in_quiet,
)
from games.notices.events import Channel, Kind, is_urgent
from games.notices.models import Delivery, Notice

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

TWICE = (8, 18)
"""The local hours of two mails a day."""

ALLOWED_IN_QUIET = timedelta(hours=3)
"""A clock that runs out sooner than this may break quiet hours, if the reader allows."""

HELD_BACK = (Channel.MAIL, Channel.PUSH)
"""The channels that quiet hours hold back."""


def due_at(user: User, notice: Notice, channel: Channel, now: datetime) -> datetime:
    """Return when *notice* is to go out by *channel*, for all that is known now."""
    if channel == Channel.PROGRAM:
        return now
    due = max(now, notice.quiet_until or now)
    if channel == Channel.MAIL and not is_urgent(notice.kind):
        due = max(due, now + timedelta(minutes=user.mail_wait_minutes), slot(user, now))
    if channel in HELD_BACK and not is_urgent(notice.kind):
        due = after_quiet(user, due)
    return due


def not_before(delivery: Delivery, mailed_at: datetime | None, now: datetime) -> datetime:
    """Return when a due delivery may go out: its reader may have chosen anew, or had mail."""
    user, notice = delivery.notice.user, delivery.notice
    if is_urgent(notice.kind):
        return now if _breaks_quiet(delivery, now) else _quiet_end(user, delivery, now)
    due = now
    if delivery.channel == Channel.MAIL:
        due = max(due, slot(user, notice.made_at))
        if rhythm_of(user) == Rhythm.HOURLY and mailed_at is not None:
            due = max(due, mailed_at + HOUR)
    return _quiet_end(user, delivery, due)


def _quiet_end(user: User, delivery: Delivery, when: datetime) -> datetime:
    return after_quiet(user, when) if delivery.channel in HELD_BACK else when


def _breaks_quiet(delivery: Delivery, now: datetime) -> bool:
    """Whether a warning may come in quiet hours: little is left, and the reader allows it."""
    match, user = delivery.notice.match, delivery.notice.user
    if delivery.notice.kind == Kind.TEST:
        return True
    if match is None or not warns_in_quiet(user):
        return False
    ends = next((one.deadline for one in match.players.all() if one.user_id == user.pk), None)
    return ends is not None and ends - now < ALLOWED_IN_QUIET


def slot(user: User, moment: datetime) -> datetime:
    """Return the next moment after *moment* at which the reader's rhythm lets mail go out."""
    hours = _hours(user)
    if not hours:
        return moment
    zone = zone_or_utc(user.time_zone)
    today = moment.astimezone(zone).date()
    days = (today, today + DAY)
    slots = [
        datetime.combine(day, time(hour), zone).astimezone(UTC) for day in days for hour in hours
    ]
    return min(one for one in slots if one > moment)


def _hours(user: User) -> tuple[int, ...]:
    rhythm, hour = rhythm_of(user), digest_hour(user)
    return {Rhythm.TWICE: TWICE, Rhythm.MORNING: (hour,)}.get(rhythm, ())


def after_quiet(user: User, moment: datetime) -> datetime:
    """*moment*, or the end of the user's quiet hours if it is among them."""
    hours = quiet_hours(user)
    if hours is None:
        return moment
    begins, ends = hours
    zone = zone_or_utc(user.time_zone)
    local = moment.astimezone(zone)
    clock = local.time()
    over_midnight = begins > ends
    is_quiet = (clock >= begins or clock < ends) if over_midnight else begins <= clock < ends
    if not is_quiet:
        return moment
    day = local.date() + DAY if over_midnight and clock >= begins else local.date()
    return max(moment, datetime.combine(day, ends, zone).astimezone(UTC))
