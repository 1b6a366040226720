"""Finding what queues lost: overdue matches, unpaid bot debts, unsent mail.

Sweepers may run twice, late, or beside each other: each row is looked at again
under its lock by the service that acts on it.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import F, Q

from games import clocks
from games.models import BotTurn, Delivery, Match, Status
from games.services import health
from games.services.ending import lose_on_time
from games.services.locking import lock_match
from games.transactions import writing

logger = logging.getLogger(__name__)

BATCH = 100
"""Rows taken on in one sweep; the next sweep takes the next."""

HINT_LEASE = timedelta(seconds=20)


def sweep_deadlines(*, now: datetime) -> int:
    """End the matches whose deadline has passed; how many.

    After an outage of ours the running clocks are given the time back, and
    nobody is flagged in the first ten minutes of health. A sweep that would
    end suspiciously many matches ends none and raises an alarm.
    """
    health.beat(now)
    if not health.may_flag(now):
        return 0
    late = list(Match.objects.overdue(now - clocks.FLAG_GRACE).values_list("uid", flat=True))
    running = Match.objects.filter(status=Status.ACTIVE).count()
    if not clocks.flags_allowed(expiring=len(late), running=running):
        logger.critical("deadline sweep refused: it would end %d of %d matches", len(late), running)
        return 0
    return sum(_try_to_flag(uid, now) for uid in late)


def _try_to_flag(uid: str, now: datetime) -> bool:
    """One match that cannot be ended must not keep the others from it."""
    try:
        return flag_if_overdue(uid=uid, now=now)
    except Exception:
        logger.exception("match %s could not be ended on time", uid)
        return False


def flag_if_overdue(*, uid: str, now: datetime) -> bool:
    """End the match for whoever let the deadline pass; true if it did.

    The deadline is looked at again under the lock, so a move that has just
    come in wins over a sweep that has just begun.
    """
    with writing():
        match, players = lock_match(uid=uid)
        if match.status != Status.ACTIVE or not match.deadline:
            return False
        if match.deadline >= now - clocks.FLAG_GRACE:
            return False
        lose_on_time(match, players, now=now)
    return True


def lease_bot_debts(*, now: datetime) -> list[int]:
    """The bot debts nobody is working on, leased so that one sweep sends each hint once."""
    with writing():
        due = BotTurn.objects.filter(
            Q(thinking_until__isnull=True) | Q(thinking_until__lte=now),
            due_at__lte=now,
            hinted_until__lte=now,
        ).order_by("due_at")
        found = list(due.values_list("pk", flat=True)[:BATCH])
        BotTurn.objects.filter(pk__in=found).update(hinted_until=now + HINT_LEASE)
    return found


def lease_deliveries(*, now: datetime) -> list[int]:
    """The deliveries whose time has come, leased so that one sweep sends each hint once."""
    with writing():
        due = Delivery.objects.filter(
            settled_at__isnull=True, due_at__lte=now, hinted_until__lte=now
        ).order_by("due_at")
        found = list(due.values_list("pk", flat=True)[:BATCH])
        Delivery.objects.filter(pk__in=found).update(hinted_until=now + HINT_LEASE)
    return found


def release_leases() -> None:
    """Hand out at once what the last house was working on when it went down.

    Only for a house that is the one process there is, before its worker starts:
    whoever held a lease then is gone, and need not be waited for.
    """
    with writing():
        BotTurn.objects.update(hinted_until=F("due_at"), thinking_until=None)
        unsettled = Delivery.objects.filter(settled_at__isnull=True)
        unsettled.update(hinted_until=F("due_at"), sending_until=None)
