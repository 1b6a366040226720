"""A gift of time: a day more for the opponent whose clock runs, at most fourteen in a match."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.common.visitors import Visitor
from games.match.changes.adjudicating import renew_deadline
from games.match.changes.followers import Kind
from games.match.changes.locking import seated
from games.match.changes.overtime import subject_of
from games.match.changes.permissions import check_can_give
from games.match.changes.telling import Verb, announce, write
from games.match.clocks.health import give
from games.match.exceptions import NothingOffered, StaleMove

GIFT = timedelta(days=1)
MOST_GIFTS = 14
"""How many there can be in a match, from both sides together."""


def give_day(*, uid: str, user: Visitor, given: int, now: datetime) -> None:
    """Let the opponent's clock have a day more; *given* is how many gifts the giver has seen.

    Raises NotSeated, MatchNotActive, NothingOffered, or StaleMove where another came before.
    """
    with seated(uid, user) as (match, players, player):
        receiver = check_can_give(match, player, players)
        before = match.rulings.filter(verb=Verb.GIFT).count()
        if before >= MOST_GIFTS:
            raise NothingOffered
        if before != given:
            raise StaleMove
        give(match, receiver, GIFT)
        receiver.save(update_fields=["deadline", "clock_started_at"])
        renew_deadline(match, players)
        write(match, Verb.GIFT, now, seat=receiver.seat, moved=GIFT)
        subject = subject_of(receiver, now)
        announce(match, players, Kind.TIME_GIVEN, now, subject=subject, concerned=[receiver])
