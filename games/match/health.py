"""Whether the house itself is sound: its own outages cost nobody time, and lose nobody a match."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import F

from accounts import switches
from games.common.transactions import writing
from games.match import clocks
from games.match.models import HouseHealth, Match, Player
from games.match.status import Status

logger = logging.getLogger(__name__)


def beat(now: datetime) -> None:
    """Note that the house is up, and give back an outage that has just ended."""
    with writing():
        health, is_new = HouseHealth.objects.select_for_update().get_or_create(
            pk=1, defaults={"last_beat": now, "healthy_since": now}
        )
        gap = now - health.last_beat
        credit = clocks.outage_credit(gap)
        if credit and not is_new:
            logger.warning("the house was down for %s; clocks are given %s back", gap, credit)
            give_back(credit)
            health.healthy_since = now
        health.last_beat = max(now, health.last_beat)
        health.save()


def may_flag(now: datetime) -> bool:
    """Whether a deadline that has passed may cost a match now.

    Not while an outage is still to be given back, and not in the first ten
    minutes after one: whoever was kept out gets in before the clock counts.
    """
    if switches.is_on("panic"):
        return False
    health = HouseHealth.objects.filter(pk=1).first()
    if health is None:
        return True
    is_beating = now - health.last_beat < clocks.OUTAGE
    return is_beating and now - health.healthy_since >= clocks.HEALTH_FIRST


def give_back(credit: timedelta) -> None:
    """Move every running clock, and with it every deadline, by *credit*; frozen ones rest."""
    # matches first, the order in which turns take their locks
    running = Match.objects.filter(status=Status.ACTIVE, frozen_at__isnull=True)
    running.filter(deadline__isnull=False).update(deadline=F("deadline") + credit)
    Player.objects.filter(deadline__isnull=False, match__frozen_at__isnull=True).update(
        deadline=F("deadline") + credit, clock_started_at=F("clock_started_at") + credit
    )
