"""Gathering into one mail all that is owed to a reader, and holding back what is not to go yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Case, F, Value, When

from games.notices.choices import rhythm_of
from games.notices.events import EVENT_OF, Channel, Kind, is_urgent
from games.notices.models import Delivery, Mailbox
from games.notices.services.timing import HELD_BACK, due_at, not_before
from queues.transactions import writing


def gather(
    leaders: Sequence[Delivery], others: Sequence[Delivery], now: datetime
) -> list[Delivery]:
    """Return those of *leaders* whose message goes out now, each with all it tells in `together`.

    *others* are what else is owed to the same readers. One worker after the other gathers for a
    reader. What was gathered stays together until it is sent, or is known not to be: a worker that
    dies leaves it to another, under the same id. A number of statements that does not grow with
    how many readers there are, but for those who are put off.
    """
    for leader in leaders:
        leader.together = [leader, *(one for one in others if one.bundle == leader.pk)]
    fresh = _one_a_reader(one for one in leaders if one.bundle is None)
    with writing():
        mailed = _hold_mailboxes(list(fresh))
        free = set(
            Delivery.objects.filter(
                reader_id__in=fresh, channel__in={one.channel for one in leaders},
                settled_at=None, bundle=None,
            ).values_list("pk", flat=True)
        )  # fmt: skip
        ready = {}
        for user_id, leader in fresh.items():
            if leader.pk not in free:  # another worker has taken it along
                continue
            later = not_before(leader, mailed[user_id], now)
            if later > now:
                put_off(leader, later)
                continue
            ready[user_id] = leader
            mine = (one for one in (*leaders, *others) if one.notice.user_id == user_id)
            leader.together += [
                one
                for one in mine
                if one.pk in free and one.pk != leader.pk and _goes_along(one, leader, now)
            ]
        _mark(ready.values())
    going = {leader.pk for leader in ready.values()}
    return [one for one in leaders if one.bundle == one.pk or one.pk in going]


def _one_a_reader(leaders: Iterable[Delivery]) -> dict[int, Delivery]:
    """The first of each reader; what else that reader is owed goes along or has its turn later."""
    found: dict[int, Delivery] = {}
    for leader in leaders:
        found.setdefault(leader.notice.user_id, leader)
    return found


def _hold_mailboxes(user_ids: list[int]) -> dict[int, datetime | None]:
    """When each was last mailed; nobody else gathers for them before this transaction ends."""
    boxes = Mailbox.objects.select_for_update().filter(user__in=user_ids).order_by("pk")
    mailed = dict(boxes.values_list("pk", "mailed_at"))
    missing = [pk for pk in user_ids if pk not in mailed]
    if missing:
        Mailbox.objects.bulk_create([Mailbox(user_id=pk) for pk in missing], ignore_conflicts=True)
        mailed |= dict(boxes.values_list("pk", "mailed_at"))
    return mailed


def _mark(leaders: Iterable[Delivery]) -> None:
    """Note of each what it tells."""
    leaders_of = {one.pk: leader.pk for leader in leaders for one in leader.together}
    along = {pk: leader for pk, leader in leaders_of.items() if pk != leader}
    Delivery.objects.filter(pk__in=leaders_of.keys() - along.keys()).update(bundle=F("pk"))
    if along:
        by_leader: dict[int, list[int]] = {}
        for pk, leader in along.items():
            by_leader.setdefault(leader, []).append(pk)
        whose = (When(pk__in=pks, then=Value(leader)) for leader, pks in by_leader.items())
        Delivery.objects.filter(pk__in=along).update(bundle=Case(*whose))


def _goes_along(one: Delivery, leader: Delivery, now: datetime) -> bool:
    """Return whether the message of *leader* tells this one too, though its wait may not be over.

    A warning may come before the reader's rhythm wants mail: it tells of boards, nothing else.
    """
    if Kind.TEST in (one.notice.kind, leader.notice.kind):
        return False
    if one.notice.quiet_until is not None and one.notice.quiet_until > now:
        return False
    is_board = EVENT_OF[one.notice.kind].slug in ("turn", "clock")
    is_early = is_urgent(leader.notice.kind) and rhythm_of(one.notice.user)
    return is_board or not is_early


def redate(user_id: int, now: datetime) -> None:
    """Date what waits for the user anew: they have chosen other times, or another zone."""
    with writing():
        waiting = Delivery.objects.filter(
            reader_id=user_id, channel__in=HELD_BACK, settled_at=None, bundle=None, tries=0
        ).exclude(held_until__gt=now)
        rows = list(waiting.select_related("notice__user"))
        for one in rows:
            notice = one.notice
            due = due_at(notice.user, notice, Channel(one.channel), notice.made_at)
            one.due_at = one.hinted_until = due
        Delivery.objects.bulk_update(rows, ["due_at", "hinted_until"])


def put_off(delivery: Delivery, later: datetime) -> None:
    """Wait, without counting it as an attempt."""
    Delivery.objects.filter(pk=delivery.pk).update(
        due_at=later, hinted_until=later, held_until=None
    )
