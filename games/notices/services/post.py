"""Sending what the outbox holds: each delivery once, or not at all when it was seen on the site.

1. Take the delivery on, unless it is settled or another worker's.
2. Look at the rows as they are now: seen, or no longer wanted? Then settle it so.
3. Send. 4. Settle it. A crash between 3 and 4 sends the same Message-ID again,
which mail programs fold into one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.core.mail import EmailMessage

from games.match.status import Status
from games.notices.models import Delivery, Notice
from games.notices.services.notifying import wants_mail
from queues import leases

logger = logging.getLogger(__name__)

Compose = Callable[[Notice], EmailMessage]

LEASE = timedelta(minutes=2)
"""How long one attempt may take."""


def deliver(*, delivery_id: int, compose: Compose, now: datetime) -> str:
    """Bring one delivery to its end; what came of it, "" if there was nothing to do now.

    *compose* turns a notice into a mail to its user.
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
    outcome = _moot(delivery) or _send(delivery, compose)
    return _close(delivery, outcome, now)


def _moot(delivery: Delivery) -> str:
    """Why this need not be sent any more, or ""."""
    notice = delivery.notice
    if notice.read_at is not None:
        return Delivery.Outcome.SEEN
    if notice.kind == Notice.Kind.YOUR_TURN and not _still_to_act(notice):
        return Delivery.Outcome.NOT_WANTED
    if not wants_mail(notice.user, notice.kind):
        return Delivery.Outcome.NOT_WANTED
    return ""


def _still_to_act(notice: Notice) -> bool:
    match = notice.match
    assert match is not None  # a turn is one of a match
    if match.status != Status.ACTIVE or (notice.asks_for_pieces and not match.is_setting_up):
        return False
    return match.players.filter(user_id=notice.user_id, is_to_act=True).exists()


def _send(delivery: Delivery, compose: Compose) -> str:
    if delivery.attempts > leases.MOST_ATTEMPTS:  # the last ones ended with their workers
        return Delivery.Outcome.FAILED
    try:
        compose(delivery.notice).send()
    except Exception:
        logger.warning("mail %d could not be handed over", delivery.pk, exc_info=True)
        return Delivery.Outcome.FAILED if delivery.attempts == leases.MOST_ATTEMPTS else ""
    return Delivery.Outcome.SENT


def _close(delivery: Delivery, outcome: str, now: datetime) -> str:
    """Close the delivery, or without an outcome put it off."""
    if outcome:
        delivery.settled_at, delivery.outcome = now, outcome
    else:
        delivery.due_at = now + leases.pause_after(delivery.attempts)
    delivery.held_until = None
    delivery.save(update_fields=["settled_at", "outcome", "due_at", "held_until"])
    return outcome


def lease_deliveries(*, now: datetime) -> list[int]:
    """The deliveries whose time has come, leased so that one sweep sends each hint once."""
    return leases.lease_hints(Delivery.objects.filter(settled_at__isnull=True), now=now)


def release_deliveries() -> None:
    """Hand out at once what a house that has gone down was working on."""
    leases.release(Delivery.objects.filter(settled_at__isnull=True))


def forget_waiting() -> None:
    """Drop all deliveries that wait: after a restore nobody knows which of them have been sent."""
    Delivery.objects.filter(settled_at__isnull=True).delete()
