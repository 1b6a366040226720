""" "Send me a test": a notice that goes out by one channel, at once, and is found in the ledger."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.common import dispatch, live
from games.notices.choices import is_reachable
from games.notices.events import Channel, Kind
from games.notices.models import Delivery, Notice
from queues import leases
from queues.transactions import writing

BETWEEN = timedelta(seconds=30)
"""So long after a test the next may be asked for, by whatever channel."""


class NoWay(Exception):
    """There is nowhere to send to by that channel."""


class TooSoon(Exception):
    """A test was asked for a moment ago."""


def send_test(*, user: User, channel: Channel, now: datetime) -> None:
    """Owe the user a test by *channel*; the bell rings by itself. Raises NoWay and TooSoon."""
    if not is_reachable(user, channel):
        raise NoWay
    with writing():
        User.objects.select_for_update().get(pk=user.pk)
        tests = Notice.objects.filter(user=user, kind=Kind.TEST, made_at__gt=now - BETWEEN)
        if tests.exists():
            raise TooSoon
        subject = f"{channel} {now:%Y%m%dT%H%M%S.%f}"
        notice = Notice.objects.create(user=user, kind=Kind.TEST, subject=subject, made_at=now)
        live.announce_desk(user.pk)
        if channel in (Channel.BELL, Channel.TAB):
            return
        delivery = Delivery.objects.create(
            notice=notice,
            reader_id=user.pk,
            channel=channel,
            due_at=now,
            hinted_until=leases.first_hint(now),
        )
        dispatch.after_commit("games.deliver", delivery_id=delivery.pk)
