"""Sending what the outbox holds: each delivery once, or not at all when it was seen on the site.

1. Take the delivery on, unless it is settled or another worker's.
2. Look at the rows as they are now: seen, or no longer wanted? Then settle it so.
3. Send. 4. Settle it. A crash between 3 and 4 sends the same Message-ID again,
which mail programs fold into one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.match.selectors import seats_to_act
from games.notices.choices import rhythm_of, wants
from games.notices.events import BY_SLUG, EVENT_OF, Channel, Kind, is_urgent
from games.notices.models import Delivery, Mailbox
from games.notices.services.timing import not_before
from queues import leases
from queues.transactions import writing

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
    bundles: bool = False
    """Whether one message tells all that is owed to a reader: `Delivery.together`."""


LEASE = timedelta(minutes=2)
"""How long one attempt may take."""

DETAIL = 200
"""Characters of what the ledger says of an attempt."""


class Unsure(Exception):
    """The other side may have taken what was sent, or not: it is sent again under the same id."""


def deliver(*, delivery_id: int, senders: Mapping[str, Sender], now: datetime) -> str:
    """Bring one delivery to its end by the sender of its channel.

    What came of it, "" if there was nothing to do now.
    """
    rows = _open().select_related("notice__user", "notice__match", "notice__person")
    delivery = leases.claim(rows, delivery_id, now=now, lease=LEASE)
    if delivery is None:
        return ""
    sender = senders.get(delivery.channel)
    if sender is None:  # of a release that knew more channels
        return _close([delivery], Came(Delivery.Outcome.NOT_WANTED), now)
    delivery.taken_at, delivery.together = now, [delivery]
    moot = _moot(delivery)
    if moot and (not sender.bundles or delivery.bundle is None):
        return _close([delivery], Came(moot), now)
    if sender.bundles:
        return _deliver_bundle(delivery, sender, now)
    later = not_before(delivery, None, now)
    if later > now:
        return _put_off(delivery, later)
    return _close([delivery], _send(delivery, sender), now)


def _deliver_bundle(leader: Delivery, sender: Sender, now: datetime) -> str:
    """Send one message for all that is owed to the reader of *leader* by its channel."""
    with writing():
        together = _gather(leader, now)
    if together is None:
        return ""
    kinds = {one.notice.kind for one in together}
    asked = _asked(leader.notice.user_id) if kinds & ABOUT_TURNS else set()
    moot = {one.pk: _moot(one, asked) for one in together}
    wanted = [one for one in together if not moot[one.pk]]
    for one in together:
        if moot[one.pk] and (one.pk != leader.pk or not wanted):
            _close([one], Came(moot[one.pk]), now)
    if not wanted:
        return moot[leader.pk]
    leader.together = wanted
    came = _send(leader, sender)
    return _close([leader, *(one for one in wanted if one.pk != leader.pk)], came, now)


def _gather(leader: Delivery, now: datetime) -> list[Delivery] | None:
    """All that goes out with *leader*, marked as its; None if it does not go out now.

    One worker after the other gathers for a reader. What was gathered stays together until it is
    sent, or is known not to be: a worker that dies leaves it to another, under the same id.
    """
    user = leader.notice.user
    mailbox, _made = Mailbox.objects.select_for_update().get_or_create(user=user)
    if leader.reader_id is None:  # written by the release before
        Delivery.objects.filter(pk=leader.pk).update(reader_id=user.pk)
    mine = Delivery.objects.filter(
        reader_id=user.pk, channel=leader.channel, settled_at__isnull=True
    ).select_related("notice__user", "notice__match", "notice__person")
    others = [one for one in mine if one.pk != leader.pk]
    if leader.bundle is not None:
        return [leader, *(one for one in others if one.bundle == leader.pk)]
    if all(one.pk != leader.pk or one.bundle is not None for one in mine):  # taken along
        return None
    later = not_before(leader, mailbox.mailed_at, now)
    if later > now:
        _put_off(leader, later)
        return None
    free = [one for one in others if one.bundle is None and not _is_held(one, now)]
    members = [leader, *(one for one in free if _goes_along(one, leader, now))]
    Delivery.objects.filter(pk__in=[one.pk for one in members]).update(bundle=leader.pk)
    leader.bundle = leader.pk
    return members


def _is_held(one: Delivery, now: datetime) -> bool:
    return one.held_until is not None and one.held_until > now


def _goes_along(one: Delivery, leader: Delivery, now: datetime) -> bool:
    """Whether the message of *leader* tells this one too, though its wait may not be over.

    A warning may come before the reader's rhythm wants mail: it tells of boards, nothing else.
    """
    if Kind.TEST in (one.notice.kind, leader.notice.kind):
        return False
    if one.notice.quiet_until is not None and one.notice.quiet_until > now:
        return False
    is_board = EVENT_OF[one.notice.kind].slug in ("turn", "clock")
    is_early = is_urgent(leader.notice.kind) and rhythm_of(one.notice.user)
    return is_board or not is_early


def _open() -> QuerySet[Delivery]:
    """What is owed, each by itself or at the head of a bundle."""
    alone = Q(bundle=None) | Q(bundle=F("pk"))
    return Delivery.objects.filter(alone, settled_at__isnull=True)


def _moot(delivery: Delivery, asked: Collection[int] | None = None) -> str:
    """Why this need not be sent any more, or ""."""
    notice = delivery.notice
    if notice.read_at is not None and notice.kind != Kind.TEST:
        return Delivery.Outcome.SEEN
    if EVENT_OF[notice.kind].slug in ("turn", "clock"):
        match, asked = notice.match, _asked(notice.user_id) if asked is None else asked
        assert match is not None  # a turn is one of a match
        if match.pk not in asked or (notice.asks_for_pieces and not match.is_setting_up):
            return Delivery.Outcome.NOT_WANTED
    if notice.kind in OFFERS and getattr(notice.match, OFFERS[Kind(notice.kind)]) is None:
        return Delivery.Outcome.NOT_WANTED
    channel = Channel(delivery.channel)
    if notice.kind == Kind.MATCH_BEGAN and wants(notice.user, Kind.YOUR_TURN, channel):
        asked = _asked(notice.user_id) if asked is None else asked
        if notice.match_id in asked:  # the turn that came with it says so
            return Delivery.Outcome.NOT_WANTED
    if not wants(notice.user, notice.kind, channel):
        return Delivery.Outcome.NOT_WANTED
    return ""


ABOUT_TURNS = {*BY_SLUG["turn"].kinds, *BY_SLUG["clock"].kinds, Kind.MATCH_BEGAN}
"""What is moot or not by whose turn it is now."""


OFFERS = {Kind.DRAW_OFFERED: "draw_offered_by", Kind.REMATCH_OFFERED: "rematch_offered_by"}
"""What is moot once the offer stands no more, by the column of the match that says so."""


def _asked(user_id: int) -> set[int]:
    """The matches in which the user is to act."""
    return set(seats_to_act(user_id).values_list("match_id", flat=True))


def _send(delivery: Delivery, sender: Sender) -> Came:
    if delivery.attempts > sender.attempts:  # the last ones ended with their workers
        return Came(Delivery.Outcome.FAILED, delivery.detail)
    try:
        came = sender.send(delivery)
    except Unsure as error:
        came = Came("", str(error))
        delivery.is_unsure = True
    except Exception:
        logger.warning("delivery %d could not be handed over", delivery.pk, exc_info=True)
        came = Came("")
    if not came.outcome and delivery.attempts >= sender.attempts:
        return Came(Delivery.Outcome.FAILED, came.detail)
    return came


def _close(deliveries: Sequence[Delivery], came: Came, now: datetime) -> str:
    """Close the delivery, or without an outcome put it off; those that went with it likewise."""
    first = deliveries[0]
    changes: dict[str, Any] = {"held_until": None, "detail": came.detail[:DETAIL]}
    if came.outcome:
        changes |= {"settled_at": now, "outcome": came.outcome}
    else:
        due = now + (came.after or leases.pause_after(first.attempts))
        changes |= {"due_at": due, "hinted_until": due, "attempts": first.attempts}
        if not first.is_unsure:  # next time with what has come since
            changes["bundle"] = None
    with writing():
        Delivery.objects.filter(pk__in=[one.pk for one in deliveries]).update(**changes)
        is_mail = came.outcome == Delivery.Outcome.SENT and first.bundle is not None
        if is_mail and not is_urgent(first.notice.kind):
            Mailbox.objects.filter(user=first.notice.user_id).update(mailed_at=now)
    return came.outcome


def _put_off(delivery: Delivery, later: datetime) -> str:
    """Wait, without counting it as an attempt."""
    Delivery.objects.filter(pk=delivery.pk).update(
        due_at=later, hinted_until=later, held_until=None, attempts=delivery.attempts - 1
    )
    return ""


def lease_deliveries(*, now: datetime) -> list[int]:
    """The deliveries whose time has come, leased so that one sweep sends each hint once."""
    _free_the_orphaned(now)
    return leases.lease_hints(_open(), now=now)


def _free_the_orphaned(now: datetime) -> None:
    """Let go of what was gathered by a delivery that is gone, with its match perhaps."""
    due = Delivery.objects.filter(settled_at=None, due_at__lte=now, bundle__isnull=False)
    leaders = Delivery.objects.filter(pk=OuterRef("bundle"), settled_at=None)
    orphaned = list(due.exclude(Exists(leaders)).values_list("pk", flat=True)[: leases.BATCH])
    if orphaned:
        with writing():
            Delivery.objects.filter(pk__in=orphaned, settled_at=None).update(bundle=None)


def release_deliveries() -> None:
    """Hand out at once what a house that has gone down was working on."""
    leases.release(Delivery.objects.filter(settled_at__isnull=True))


def forget_waiting() -> None:
    """Drop all deliveries that wait: after a restore nobody knows which of them have been sent."""
    Delivery.objects.filter(settled_at__isnull=True).delete()
