"""Warnings before a clock runs out: at half and at an eighth of the turn's time, once a deadline.

The notice of a turn says when to look at it next (`Notice.warn_at`, indexed). What is due is worked
out anew at every look, for a deadline may have moved: vacation, excused time, a moderator.
"""

from __future__ import annotations

import logging
from datetime import datetime

from games.common import live
from games.match.changes.locking import lock_match
from games.match.status import Status
from games.notices.models import Notice
from games.notices.services.allowance import FRESH, due_warning, next_look
from games.notices.services.notifying import notify
from queues.transactions import writing

logger = logging.getLogger(__name__)

BATCH = 200


def warn_of_clocks(now: datetime) -> int:
    """Look at the turns whose time has come, and warn those whose clock runs out; how many."""
    due = Notice.objects.filter(warn_at__lte=now).order_by("warn_at")
    return sum(
        _look_safely(pk, uid, now) for pk, uid in due.values_list("pk", "match__uid")[:BATCH]
    )


def _look_safely(notice_id: int, uid: str, now: datetime) -> bool:
    try:
        return _look(notice_id, uid, now)
    except Exception:  # one match that cannot be looked at must not keep the others waiting
        logger.exception("no look at the clock of match %s", uid)
        Notice.objects.filter(pk=notice_id).update(warn_at=now + FRESH)
        return False


def _look(notice_id: int, uid: str, now: datetime) -> bool:
    """Warn of one turn if it is time; whether a warning went out."""
    with writing():
        match, players = lock_match(uid=uid)
        turn = Notice.objects.filter(pk=notice_id, warn_at__lte=now).first()
        if turn is None:
            return False
        player = next((one for one in players if one.user_id == turn.user_id), None)
        if player is None or match.status != Status.ACTIVE or not player.is_to_act:
            Notice.objects.filter(pk=turn.pk).update(warn_at=None)
            return False
        kind = due_warning(match, player, now)
        if kind is not None and player.deadline is not None:
            notify(match, player, kind, player.deadline.isoformat(), now)
            live.announce_desk(turn.user_id)
        Notice.objects.filter(pk=turn.pk).update(warn_at=next_look(match, player, now))
    return kind is not None
