"""A gift of time: a day more for the opponent whose clock runs, at most fourteen in a match."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.match.adjudicating import renew_deadline
from games.match.exceptions import NothingOffered, StaleMove
from games.match.followers import Kind
from games.match.health import give
from games.match.locking import lock_match
from games.match.overtime import subject_of
from games.match.permissions import check_can_give, check_seated
from games.match.telling import Verb, announce, write
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor


GIFT = timedelta(days=1)
MOST_GIFTS = 14
"""How many there can be in a match, from both sides together."""


def give_day(*, uid: str, user: Visitor, given: int, now: datetime) -> None:
    """Let the opponent's clock have a day more; *given* is how many gifts the giver has seen.

    Raises NotSeated, MatchNotActive, NothingOffered, or StaleMove where another came before.
    """
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
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
