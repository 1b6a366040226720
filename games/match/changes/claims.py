"""What the opponent can do about a seat that does not move.

It has run out of time (`games.match.changes.overtime` says when), its account is closed, or it is a
bot that cannot make its move.

That is to claim the win, to give two days, or to let a bot play on; or to end the match at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.common.visitors import Visitor
from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.match.changes.adjudicating import Case, renew_deadline, replace
from games.match.changes.ending import CLOSED, STUCK, cancel_running, concede
from games.match.changes.followers import Kind
from games.match.changes.locking import seated
from games.match.changes.overtime import subject_of
from games.match.changes.permissions import check_can_claim, check_can_end, is_stuck
from games.match.changes.telling import Verb, announce, write
from games.match.exceptions import NothingOffered
from games.match.status import Late

GIVEN = timedelta(days=2)


def claim(*, uid: str, user: Visitor, now: datetime) -> None:
    """Win on time against whoever has run out of it. Raises NotSeated, MatchNotActive or
    NothingOffered."""
    with seated(uid, user) as (match, players, player):
        late = check_can_claim(match, player, players)
        concede(match, players, {Seat(late.seat)}, "time", now=now)


def end_at_once(*, uid: str, user: Visitor, now: datetime) -> None:
    """End the match against one whose account is closed, or a bot that cannot make its move: a draw
    that counts for no rating.

    In the set-up it is cancelled. Moderators can set another result as after a resignation.
    Raises NotSeated, MatchNotActive or NothingOffered.
    """
    with seated(uid, user) as (match, players, player):
        check_can_end(match, player, players)
        others = [other for other in players if other.seat != player.seat]
        ended_how = STUCK if is_stuck(match, others) else CLOSED
        if match.is_setting_up:
            cancel_running(match, players, ended_how=ended_how, now=now)
            return
        match.rated = False
        match.save(update_fields=["rated"])
        concede(match, players, {Seat(one.seat) for one in players}, ended_how, now=now)


def give_two_days(*, uid: str, user: Visitor, now: datetime) -> None:
    """Let the one who has run out of time have two days more. Raises like `claim`."""
    with seated(uid, user) as (match, players, player):
        late = check_can_claim(match, player, players)
        assert late.deadline is not None
        late.late = Late.GIVEN
        late.set_grace(late.grace + now + GIVEN - late.deadline)
        late.save(update_fields=["late", "grace", "deadline"])
        renew_deadline(match, players)
        write(match, Verb.TWO_DAYS, now, seat=late.seat, moved=GIVEN)
        subject = subject_of(late, now)
        announce(match, players, Kind.TIME_GIVEN, now, subject=subject, concerned=[late])


def let_bot_play(*, uid: str, user: Visitor, level: str, now: datetime) -> None:
    """Let the bot of *level* play on for whoever has run out of time; the match is casual then.

    Raises like `claim`, and NothingOffered for a level there is none of.
    """
    with seated(uid, user) as (match, players, player):
        late = check_can_claim(match, player, players)
        if level not in meta_for(match.game).bot_levels:
            raise NothingOffered
        match.rated = False
        match.save(update_fields=["rated"])
        replace(Case(match, players, now), seat=late.seat, level=level)
