"""Sending what the outbox holds: each delivery once, or not at all when it was seen on the site.

1. Take on some that are due and nobody else's.
2. Look at the rows as they are now: seen, or no longer wanted? Then settle it so.
3. Send one after the other, and settle each as soon as it is sent: a crash between the two sends
   that one message again under the id it had, which mail programs fold into one.
4. Hand back what the time was too short for.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from games.match.reading.selectors import with_users
from games.notices.events import Channel, is_urgent
from games.notices.models import Delivery, Mailbox
from games.notices.selectors import read_boards
from games.notices.services.gathering import gather, put_off
from games.notices.services.obsolete import read_waiting, why_obsolete
from games.notices.services.timing import not_before
from queues import leases
from queues.transactions import writing, writing_lightly

logger = logging.getLogger(__name__)

Outcome = Delivery.Outcome
"""What can come of a delivery, for senders that stand above this slice."""


@dataclass(frozen=True, slots=True)
class Came:
    """The result of one attempt to send."""

    outcome: str
    """One of `Delivery.Outcome`, or "" to be called again."""
    detail: str = ""
    """In few words, for the ledger."""
    after: timedelta | None = None
    """How long to wait before the next attempt; None: longer each time."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The function that sends by a channel, and how often it tries."""

    send: Callable[[Delivery], Came]
    attempts: int
    """That ended: a worker that dies amid one takes none away."""
    bundles: bool = False
    """Whether one message tells all that is owed to a reader: `Delivery.together`."""
    line: Callable[[], AbstractContextManager[object]] = nullcontext
    """Around the sending of several, who may share a connection."""
    rests: Callable[[Delivery, datetime], datetime] | None = None
    """Until when a delivery waits for its other end, which costs it no try; now, if it does not."""


LEASE = timedelta(minutes=2)
"""How long what was taken on may take, the last attempt included."""

BATCH = 50
"""Deliveries that are taken on at once."""

PATIENCE = 3.0
"""Seconds after which what was looked at is looked at anew before it is sent."""

SHIFT = 5.0
"""Seconds that one call of `drain` goes on, but for the attempt it is at."""

DEATHS = leases.MOST_ATTEMPTS
"""A delivery over which so many workers died is given up, whatever its channel."""

DETAIL = 200
"""Characters of what the ledger says of an attempt."""


class Unsure(Exception):
    """The other side may have taken what was sent, or not: it is sent again under the same id."""


def deliver(*, delivery_id: int, senders: Mapping[str, Sender], now: datetime) -> str:
    """Bring one delivery to its end by the sender of its channel.

    What came of it, "" if there was nothing to do now.
    """
    came = _work(_open().filter(pk=delivery_id), senders, now)
    return came.get(delivery_id, "")


def drain(*, senders: Mapping[str, Sender], clock: Callable[[], datetime]) -> bool:
    """Send what is due, by one channel after the other, for so long; whether there may be more.

    A channel whose other end is slow has one batch in that time, so that it holds up no other.
    """
    until = time.monotonic() + SHIFT
    _free_the_orphaned(clock())
    busy: dict[str, QuerySet[Delivery]] = {
        "": _open().exclude(channel__in=senders),  # of a release that knew more channels
        **{channel: _open().filter(channel=channel) for channel in senders},
    }
    slow = False
    while busy and time.monotonic() < until:
        for channel, rows in list(busy.items()):
            began = time.monotonic()
            if not _work(rows, senders, clock()):
                del busy[channel]
            elif time.monotonic() - began > PATIENCE:
                slow = True
                del busy[channel]
    return slow or bool(busy)


def _work(rows: QuerySet[Delivery], senders: Mapping[str, Sender], now: datetime) -> dict[int, str]:
    """Take on some of *rows*, and bring them to their ends; what came of each, "" for later."""
    keys = leases.claim_all(rows, now=now, lease=LEASE, most=BATCH)
    if not keys:
        return {}
    try:
        return _work_on(keys, senders, now)
    except Exception:
        logger.exception("one of %d deliveries keeps the others waiting", len(keys))
        return _one_by_one(keys, senders, now)


def _one_by_one(
    keys: Sequence[int], senders: Mapping[str, Sender], now: datetime
) -> dict[int, str]:
    """Bring each of *keys* to its end by itself; what fails is put off as if it had been tried."""
    came = dict.fromkeys(keys, "")
    for key in keys:
        try:
            came |= _work_on([key], senders, now)
        except Exception as error:  # noqa: BLE001 - it is in the log
            logger.warning("delivery %d is put off: %s", key, type(error).__name__)
            _put_off(key, senders, now)
    return came


def _put_off(key: int, senders: Mapping[str, Sender], now: datetime) -> None:
    rows = Delivery.objects.filter(pk=key, settled_at=None)
    for one in rows.select_related("notice"):
        one.attempts, one.tries, one.together = one.attempts + 1, one.tries + 1, [one]
        is_given_up = one.channel in senders and one.tries >= senders[one.channel].attempts
        _close(one, Came(Delivery.Outcome.FAILED if is_given_up else ""), now)


def _work_on(keys: Sequence[int], senders: Mapping[str, Sender], now: datetime) -> dict[int, str]:
    """The same with those that are taken on."""
    came = dict.fromkeys(keys, "")
    taken = _loaded(Delivery.objects.filter(pk__in=keys, settled_at=None), now)
    for channel in dict.fromkeys(one.channel for one in taken):
        mine = [one for one in taken if one.channel == channel]
        if channel in senders:
            came |= _work_by(senders[channel], mine, now)
        else:
            came |= _settle(mine, Delivery.Outcome.NOT_WANTED, now)
    left = Delivery.objects.filter(pk__in=keys, settled_at=None, held_until=now + LEASE)
    left.update(held_until=None)
    return came


def _loaded(rows: QuerySet[Delivery], now: datetime) -> list[Delivery]:
    """With all that is asked of them later, oldest first."""
    people = Prefetch("notice__match__players", with_users())
    found = rows.select_related("notice__user", "notice__match", "notice__person")
    loaded = list(found.prefetch_related(people).order_by("due_at", "pk"))
    for one in loaded:
        one.taken_at, one.together = now, [one]
    return loaded


def _work_by(sender: Sender, taken: Sequence[Delivery], now: datetime) -> dict[int, str]:
    """Send those of *taken*, all of one channel, that are to go out now; what came of them."""
    others = _owed_besides(taken, now) if sender.bundles else []
    read_waiting([*taken, *others])
    free = [one for one in (*taken, *others) if one.bundle is None]
    came = _settle_obsolete(free, now)
    left = [one for one in taken if one.pk not in came]
    if sender.bundles:
        going = gather(left, [one for one in others if one.pk not in came], now)
        ready = [one for one in going if _keep_wanted(one, now)]
        read_boards(ready)
    else:
        ready = [one for one in left if not _is_early(one, sender, now)]
    return came | _send_all(ready, sender, now)


def _owed_besides(taken: Sequence[Delivery], now: datetime) -> list[Delivery]:
    """Return what else is owed to the readers of *taken* by the same channel."""
    for one in taken:
        if one.reader_id is None:  # written by the release before
            one.reader_id = one.notice.user_id
            Delivery.objects.filter(pk=one.pk).update(reader_id=one.reader_id)
    readers, keys = {one.reader_id for one in taken}, [one.pk for one in taken]
    mine = Delivery.objects.filter(
        reader_id__in=readers, channel=taken[0].channel, settled_at__isnull=True
    )
    return _loaded(mine.exclude(pk__in=keys), now)


def _settle_obsolete(deliveries: Iterable[Delivery], now: datetime) -> dict[int, str]:
    """Settle those that need not be sent any more; what was said of each."""
    by_outcome: dict[str, list[Delivery]] = {}
    for one in deliveries:
        by_outcome.setdefault(why_obsolete(one), []).append(one)
    by_outcome.pop("", None)
    came: dict[int, str] = {}
    for outcome, some in by_outcome.items():
        came |= _settle(some, outcome, now)
    return came


def _settle(deliveries: Iterable[Delivery], outcome: str, now: datetime) -> dict[int, str]:
    """Close them without sending anything."""
    keys = [one.pk for one in deliveries]
    unsent = Delivery.objects.filter(pk__in=keys, settled_at=None)
    unsent.update(settled_at=now, outcome=outcome, held_until=None, detail="")
    return dict.fromkeys(keys, outcome)


def _keep_wanted(leader: Delivery, now: datetime) -> bool:
    """Leave out of a bundle of before what is obsolete by now; whether anything remains."""
    came = {one.pk: why_obsolete(one) for one in leader.together}
    wanted = [one for one in leader.together if not came[one.pk]]
    obsolete = [one for one in leader.together if came[one.pk]]
    if wanted:  # its id stays that of the leader
        obsolete = [one for one in obsolete if one.pk != leader.pk]
    _settle_obsolete(obsolete, now)
    leader.together = wanted
    return bool(wanted)


def _is_early(delivery: Delivery, sender: Sender, now: datetime) -> bool:
    """Return whether its reader does not want it yet, or its other end rests; it is put off."""
    later = not_before(delivery, None, now)
    if sender.rests is not None:
        later = max(later, sender.rests(delivery, now))
    if later > now:
        put_off(delivery, later)
    return later > now


def _send_all(ready: Sequence[Delivery], sender: Sender, now: datetime) -> dict[int, str]:
    """Send one after the other while the time lasts, and let go of the others.

    That the next attempt begins is written together with what came of the one before.
    """
    came: dict[int, str] = {}
    todo, until = deque(ready), time.monotonic() + PATIENCE
    leader = todo.popleft() if todo else None
    if leader is not None:
        _begin(leader)
    with sender.line():
        while leader is not None:
            what = _send(leader, sender)
            came |= dict.fromkeys([one.pk for one in (leader, *leader.together)], what.outcome)
            following = todo.popleft() if todo and time.monotonic() < until else None
            _go_on(leader, what, following, now)
            leader = following
    _let_go(todo)
    return came


def _go_on(leader: Delivery, came: Came, following: Delivery | None, now: datetime) -> None:
    with writing_lightly():
        _close(leader, came, now)
        if following is not None:
            _begin(following)


def _begin(delivery: Delivery) -> None:
    """Count the attempt before it is made: it may be the end of this worker."""
    delivery.attempts += 1
    Delivery.objects.filter(pk=delivery.pk).update(attempts=delivery.attempts)


def _let_go(leaders: Iterable[Delivery]) -> None:
    """Take apart what was gathered just now and not sent: next time there may be more to tell."""
    fresh = [one.pk for leader in leaders if leader.bundle is None for one in leader.together]
    if fresh:
        Delivery.objects.filter(pk__in=fresh, settled_at=None).update(bundle=None)


def _send(delivery: Delivery, sender: Sender) -> Came:
    if delivery.attempts - delivery.tries > DEATHS:
        return Came(Delivery.Outcome.FAILED, delivery.detail)
    try:
        came = sender.send(delivery)
    except Unsure as error:
        came = Came("", str(error))
        delivery.is_unsure = True
    except Exception:
        logger.warning("delivery %d could not be handed over", delivery.pk, exc_info=True)
        came = Came("")
    delivery.tries += 1
    if not came.outcome and delivery.tries >= sender.attempts:
        return Came(Delivery.Outcome.FAILED, came.detail)
    return came


def _close(leader: Delivery, came: Came, now: datetime) -> None:
    """Close what was told, or without an outcome put it off."""
    changes: dict[str, Any] = {"held_until": None, "detail": came.detail[:DETAIL]}
    if came.outcome:
        changes |= {"settled_at": now, "outcome": came.outcome}
    else:
        due = now + (came.after or leases.pause_after(leader.tries))
        changes |= {"due_at": due, "hinted_until": due, "attempts": leader.attempts}
        changes["tries"] = leader.tries
        if not leader.is_unsure:  # next time with what has come since
            changes["bundle"] = None
    sent = {leader.pk, *(one.pk for one in leader.together)}
    Delivery.objects.filter(pk__in=sent).update(**changes)
    is_mail = came.outcome == Delivery.Outcome.SENT and leader.channel == Channel.MAIL
    if is_mail and not is_urgent(leader.notice.kind):
        Mailbox.objects.filter(user=leader.notice.user_id).update(mailed_at=now)


def _open() -> QuerySet[Delivery]:
    """Return what is owed, each by itself or at the head of a bundle."""
    alone = Q(bundle=None) | Q(bundle=F("pk"))
    return Delivery.objects.filter(alone, settled_at__isnull=True)


def _free_the_orphaned(now: datetime) -> None:
    """Let go of what was gathered by a delivery that is gone, with its match perhaps."""
    due = Delivery.objects.filter(settled_at=None, due_at__lte=now, bundle__isnull=False)
    leaders = Delivery.objects.filter(pk=OuterRef("bundle"), settled_at=None)
    orphaned = list(due.exclude(Exists(leaders)).values_list("pk", flat=True)[: leases.BATCH])
    if orphaned:
        with writing():
            Delivery.objects.filter(pk__in=orphaned, settled_at=None).update(bundle=None)


def release_deliveries() -> None:
    """Hand out at once what a site that has gone down was working on."""
    leases.release(Delivery.objects.filter(settled_at__isnull=True))


def forget_waiting() -> None:
    """Drop all deliveries that wait: after a restore nobody knows which of them have been sent.

    Moves that bot accounts are asked for stay: asked twice, they are made once.
    """
    waiting = Delivery.objects.filter(settled_at__isnull=True)
    waiting.exclude(channel=Channel.PROGRAM).delete()
