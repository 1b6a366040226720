"""A bot's turn that fails: tried again after growing gaps, then set aside, so that no other waits.

The operators are told once, the players read it at the board. It is tried again by another version
of the site, when the embedded site starts, and by `manage.py retry_turns`.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.bots.models import BotTurn
from games.bots.thinking import ThinkingFailed, TooBusy
from games.match.changes.locking import lock_match
from games.match.changes.telling import look_again
from games.match.changes.turns import has_stood_in, stand_in
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match

logger = logging.getLogger(__name__)

GAPS = (timedelta(seconds=10), timedelta(seconds=30))
"""Before the second and the third try; after that the turn is set aside."""

REST = timedelta(minutes=10)
"""Before another version tries again: while two of them run, each passes the turn on seldom."""


def to_be_tried() -> QuerySet[BotTurn]:
    """Return the turns that this version has not set aside."""
    return BotTurn.objects.exclude(set_aside_in=settings.OPERATOR.version)


def put_off(debt: BotTurn, error: Exception, now: datetime) -> None:
    """See to it that a turn that has failed keeps no other waiting."""
    match, said = debt.match, _what(error)
    if isinstance(error, TooBusy):  # its lease runs out by itself
        logger.warning("no time for the %s bot in match %s: %s", debt.level, match.uid, said)
    elif debt.attempts <= len(GAPS) and not has_stood_in(match, debt.seat):
        gap = GAPS[debt.attempts - 1]
        BotTurn.objects.filter(pk=debt.pk).update(held_until=now + gap)
        logger.warning("the %s bot failed in match %s: %s", debt.level, match.uid, said)
    elif not _stands_in(debt, said, now):
        _set_aside(debt, said, now)


def _what(error: Exception) -> str:
    """Return what went wrong, without any part of a view: others may read it."""
    return str(error) if isinstance(error, ThinkingFailed) else type(error).__name__


def _stands_in(debt: BotTurn, said: str, now: datetime) -> bool:
    """Where one person plays alone, make a move that needs no thought; whether it was made."""
    if not meta_for(debt.match.game).solo:
        return False
    try:
        with writing():
            match, players = lock_match(uid=debt.match.uid)
            is_first = not has_stood_in(match, debt.seat)
            BotTurn.objects.filter(pk=debt.pk).delete()
            if not stand_in(match, players, Seat(debt.seat), now=now):
                raise _NoMove
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it is set aside
        return False
    level = logging.ERROR if is_first else logging.WARNING
    text = "the %s bot failed in match %s and made a simple move instead: %s"
    logger.log(level, text, debt.level, match.uid, said)
    return True


class _NoMove(Exception):
    """Nothing is to be done without a thought."""


def _set_aside(debt: BotTurn, said: str, now: datetime) -> None:
    row = BotTurn.objects.filter(pk=debt.pk, attempts=debt.attempts)
    if not row.update(set_aside_in=settings.OPERATOR.version, due_at=now + REST, held_until=None):
        return
    text = "turn of the %s bot in match %s set aside after %d tries: %s"
    logger.error(text, debt.level, debt.match.uid, debt.attempts, said)
    try:
        _tell_players(debt.match)
    except Exception as error:  # noqa: BLE001 - the match itself may be what is wrong
        logger.warning("nobody told at match %s: %s", debt.match.uid, type(error).__name__)


def _tell_players(match: Match) -> None:
    """Let every page of the match look again."""
    with writing():
        look_again(*lock_match(uid=match.uid))


def retry_turns() -> int:
    """Let all turns that were set aside be tried again now; how many."""
    now = timezone.now()
    return BotTurn.objects.exclude(set_aside_in="").update(
        set_aside_in="", attempts=0, due_at=now, hinted_until=now, held_until=None
    )
