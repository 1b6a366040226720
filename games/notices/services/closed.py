"""Telling whoever plays somebody whose account is closed that the match can be ended at once.

Accounts are closed in several ways, none of which knows of matches: a sweep finds the boards on
which it has not been said.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef

from games.common import live
from games.match.changes.locking import lock_match
from games.match.changes.permissions import allowed, check_can_end
from games.match.reading.selectors import seats_that_may_end
from games.notices.models import Notice
from games.notices.services.notifying import notify
from queues.sweeps import each
from queues.transactions import writing

BATCH = 200


def tell_of_closed(now: datetime) -> int:
    """Tell the next ones to whom it has not been said; how many were told."""
    found = Notice.objects.filter(
        kind=Notice.Kind.ACCOUNT_CLOSED, match=OuterRef("match"), user=OuterRef("user")
    )
    left = seats_that_may_end().filter(~Exists(found)).order_by("pk")
    seats = left.values_list("seat", "match__uid")[:BATCH]
    return each(seats, lambda seat: _tell(*seat, now), what="notice of a closed account to seat")


def _tell(seat: int, uid: str, now: datetime) -> bool:
    with writing():
        match, players = lock_match(uid=uid)
        player = players[seat]
        if not allowed(check_can_end, match, player, players):
            return False
        notify(match, player, Notice.Kind.ACCOUNT_CLOSED, "", now)
        assert player.user_id is not None
        live.announce_desk(player.user_id)
    return True
