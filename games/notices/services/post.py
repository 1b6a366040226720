"""Sending what the outbox holds: each delivery once, or not at all when it was seen on the site.

1. Take the delivery on, unless it is settled or another worker's.
2. Look at the rows as they are now: seen, or no longer wanted? Then settle it so.
3. Send. 4. Settle it. A crash between 3 and 4 sends the same Message-ID again,
which mail programs fold into one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.match.status import Status
from games.notices.choices import wants
from games.notices.events import Channel
from games.notices.models import Delivery, Notice
from queues import leases

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one attempt to send."""

    outcome: str
    """One of `Delivery.Outcome`, or "" to be called again."""
    detail: str = ""
    """In few words, for the ledger."""
    after: timedelta | None = None
    """How long to wait before the next attempt; None: longer each time."""


@dataclass(frozen=True, slots=True)
class Sender:
    """How a channel sends, and how often it tries."""

    send: Callable[[Delivery], Came]
    attempts: int


LEASE = timedelta(minutes=2)
"""How long one attempt may take."""

DETAIL = 200
"""Characters of what the ledger says of an attempt."""


def deliver(*, delivery_id: int, senders: Mapping[str, Sender], now: datetime) -> str:
    """Bring one delivery to its end by the sender of its channel.

    What came of it, "" if there was nothing to do now.
    """
    unsettled = Delivery.objects.filter(settled_at__isnull=True)
    delivery = leases.claim(
        unsettled.select_related("notice__user", "notice__match"),
        delivery_id,
        now=now,
        lease=LEASE,
    )
    if delivery is None:
        return ""
    moot = _moot(delivery)
    came = Came(moot) if moot else _send(delivery, senders)
    return _close(delivery, came, now)


def _moot(delivery: Delivery) -> str:
    """Why this need not be sent any more, or ""."""
    notice = delivery.notice
    if notice.read_at is not None:
        return Delivery.Outcome.SEEN
    if notice.kind == Notice.Kind.YOUR_TURN and not _still_to_act(notice):
        return Delivery.Outcome.NOT_WANTED
    if not wants(notice.user, notice.kind, Channel(delivery.channel)):
        return Delivery.Outcome.NOT_WANTED
    return ""


def _still_to_act(notice: Notice) -> bool:
    match = notice.match
    assert match is not None  # a turn is one of a match
    if match.status != Status.ACTIVE or (notice.asks_for_pieces and not match.is_setting_up):
        return False
    return match.players.filter(user_id=notice.user_id, is_to_act=True).exists()


def _send(delivery: Delivery, senders: Mapping[str, Sender]) -> Came:
    sender = senders.get(delivery.channel)
    if sender is None:  # of a release that knew more channels
        return Came(Delivery.Outcome.NOT_WANTED)
    if delivery.attempts > sender.attempts:  # the last ones ended with their workers
        return Came(Delivery.Outcome.FAILED, delivery.detail)
    try:
        came = sender.send(delivery)
    except Exception:
        logger.warning("delivery %d could not be handed over", delivery.pk, exc_info=True)
        came = Came("")
    if not came.outcome and delivery.attempts >= sender.attempts:
        return Came(Delivery.Outcome.FAILED, came.detail)
    return came


def _close(delivery: Delivery, came: Came, now: datetime) -> str:
    """Close the delivery, or without an outcome put it off."""
    if came.outcome:
        delivery.settled_at, delivery.outcome = now, came.outcome
    else:
        delivery.due_at = now + (came.after or leases.pause_after(delivery.attempts))
    delivery.held_until = None
    delivery.detail = came.detail[:DETAIL]
    delivery.save(update_fields=["settled_at", "outcome", "due_at", "held_until", "detail"])
    return came.outcome


def lease_deliveries(*, now: datetime) -> list[int]:
    """The deliveries whose time has come, leased so that one sweep sends each hint once."""
    return leases.lease_hints(Delivery.objects.filter(settled_at__isnull=True), now=now)


def release_deliveries() -> None:
    """Hand out at once what a house that has gone down was working on."""
    leases.release(Delivery.objects.filter(settled_at__isnull=True))


def forget_waiting() -> None:
    """Drop all deliveries that wait: after a restore nobody knows which of them have been sent."""
    Delivery.objects.filter(settled_at__isnull=True).delete()
