"""Whether the site itself is sound: its own outages cost nobody time, and lose nobody a match."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from accounts import switches
from games.match.clocks import controls
from games.match.clocks.timeoff import due, rest_of
from games.match.models import Credit, HouseHealth, Match, Player
from games.match.status import Status
from queues.transactions import writing

logger = logging.getLogger(__name__)

BATCH = 500
"""How many matches are given time back in one transaction."""


def beat(now: datetime) -> None:
    """Note that the site is up, and that clocks are owed an outage that has just ended."""
    with writing():
        health, is_new = HouseHealth.objects.select_for_update().get_or_create(
            pk=1, defaults={"last_beat": now, "healthy_since": now}
        )
        gap = now - health.last_beat
        credit = controls.outage_credit(gap)
        if credit and not is_new:
            logger.warning("the site was down for %s; clocks are given %s back", gap, credit)
            owe(credit, now)
            health.healthy_since = now
        health.last_beat = max(now, health.last_beat)
        health.save()


def may_flag(now: datetime) -> bool:
    """Return whether a deadline that has passed may cost a match now.

    Not while an outage is still to be given back, and not in the first ten
    minutes after one: whoever was kept out gets in before the clock counts.
    """
    if switches.is_on("panic"):
        return False
    if Credit.objects.exists():
        return False
    health = HouseHealth.objects.filter(pk=1).first()
    if health is None:
        return True
    is_beating = now - health.last_beat < controls.OUTAGE
    return is_beating and now - health.healthy_since >= controls.HEALTH_FIRST


def owe(amount: timedelta, now: datetime) -> None:
    """Let every clock that runs have *amount* more, and so every deadline; frozen ones rest.

    The next sweep gives it back, batch by batch.
    """
    Credit.objects.create(amount=amount, until=now)


def give_back() -> None:
    """Give back all that is owed. Whatever ends this, the next call goes on from there."""
    while _give_back_batch():
        pass


def _give_back_batch() -> bool:
    """Give the next matches what the oldest credit owes them; false if nothing is owed."""
    with writing():
        credit = Credit.objects.select_for_update().order_by("pk").first()
        if credit is None:
            return False
        was_running = Q(frozen_at__isnull=True) | Q(frozen_at__gt=credit.until)
        matches = Match.objects.filter(was_running, status=Status.ACTIVE, pk__gt=credit.reached)
        # matches first, the order in which turns take their locks
        locked = matches.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
        batch = list(locked[:BATCH])
        running = Player.objects.filter(_ran_by(credit.until), match__in=batch)
        by_calendar = Q(match__time_control__contains=".") | Q(
            match__paused_until__gt=F("clock_started_at")
        )
        running.exclude(by_calendar).update(
            deadline=F("deadline") + credit.amount,
            clock_started_at=F("clock_started_at") + credit.amount,
        )
        _give_by_calendar(running.filter(by_calendar), credit.amount)
        own = Player.objects.filter(match=OuterRef("pk")).order_by(
            F("deadline").asc(nulls_last=True)
        )
        Match.objects.filter(pk__in=batch).update(deadline=Subquery(own.values("deadline")[:1]))
        if len(batch) < BATCH:
            credit.delete()
        else:
            credit.reached = batch[-1]
            credit.save(update_fields=["reached"])
    return True


def _ran_by(moment: datetime) -> Q:
    """Whose turn had begun by then, on a running clock; one that was given time starts later."""
    since = Player.objects.filter(match=OuterRef("match"), acted_at__gt=moment)
    is_ahead = Q(~Exists(since), clock_started_at__gt=moment, has_moved=True)
    return Q(Q(clock_started_at__lte=moment) | is_ahead, deadline__isnull=False)


def _give_by_calendar(players: QuerySet[Player], amount: timedelta) -> None:
    """Give clocks that know time off *amount* more: where that leads is no sum."""
    found = list(players.select_related("match"))
    for player in found:
        give(player.match, player, amount)
    Player.objects.bulk_update(found, ["clock_started_at", "deadline"])


def give_back_to(match: Match, player: Player, *, now: datetime) -> None:
    """Give a clock of a locked match that is about to stop what no batch has given it yet."""
    began = player.clock_started_at
    if began is not None and began > now and player.has_moved:  # it was given time
        began = match.players.aggregate(at=Max("acted_at"))["at"]
    if began is None or player.deadline is None or now - began < controls.OUTAGE:
        return
    owed = Credit.objects.filter(until__gte=began, reached__lt=match.pk)
    for amount in owed.values_list("amount", flat=True):
        give(match, player, amount)


def give(match: Match, player: Player, amount: timedelta) -> None:
    """Give the running clock of *player* *amount* more; time off stays off."""
    assert player.clock_started_at is not None
    rest = rest_of(match, player)
    player.clock_started_at = controls.moved_start(player.clock_started_at, amount, rest)
    player.deadline = due(match, player)
