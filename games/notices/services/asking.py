"""Asking the address of a bot account again for the moves that it owes."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max, Q

from games.common import dispatch
from games.match.reading.selectors import seats_to_act_of
from games.notices.events import Channel, Kind
from games.notices.models import Delivery, Notice
from queues import leases
from queues.transactions import writing


def ask_for_turns(user_id: int, now: datetime, *, anew: bool) -> int:
    """Let every turn that waits for the bot account be posted now; how many.

    Those that were given up are tried again; *anew*, those as well that an address has taken and
    not answered yet. What a worker is at stays with it.
    """
    with writing():
        notices = _newest_turns(user_id)
        owed = Delivery.objects.filter(notice__in=notices, channel=Channel.PROGRAM)
        done = set(owed.values_list("notice_id", flat=True))
        again = Q(settled_at=None) | Q(outcome=Delivery.Outcome.FAILED)
        if anew:
            again |= Q(outcome__in=[Delivery.Outcome.SENT, Delivery.Outcome.NOT_WANTED])
        is_free = Q(held_until=None) | Q(held_until__lte=now)
        hinted = {"due_at": now, "hinted_until": leases.first_hint(now)}
        keys = list(owed.filter(again, is_free).values_list("pk", flat=True))
        Delivery.objects.filter(pk__in=keys).update(
            **hinted, settled_at=None, outcome="", tries=0, attempts=0, held_until=None
        )
        missing = [
            Delivery(notice_id=key, reader_id=user_id, channel=Channel.PROGRAM, **hinted)
            for key in notices
            if key not in done
        ]
        Delivery.objects.bulk_create(missing, ignore_conflicts=True)
        fresh = owed.filter(notice__in=[one.notice_id for one in missing])
        keys += fresh.values_list("pk", flat=True)
        for key in keys:
            dispatch.after_commit("games.deliver", delivery_id=key)
    return len(keys)


def _newest_turns(user_id: int) -> list[int]:
    """Return the keys of what the account was told of the turns that wait for it."""
    waiting = seats_to_act_of([user_id]).get(user_id, {})
    notices = Notice.objects.filter(user_id=user_id, match__in=waiting, kind=Kind.YOUR_TURN)
    newest = notices.order_by().values("match").annotate(newest=Max("pk"))
    return list(newest.values_list("newest", flat=True))


def is_newest_turn(notice: Notice) -> bool:
    """Return whether no later turn of the same match was told to the same account."""
    later = Notice.objects.filter(
        user=notice.user_id, match=notice.match_id, kind=Kind.YOUR_TURN, pk__gt=notice.pk
    )
    return not later.exists()
