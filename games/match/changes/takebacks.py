"""Taking a move back.

By agreement in casual matches between people, in games that hide nothing: what is asked for goes
with the next move of either side. Against bots, and where the rules allow it, nobody is asked.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.common.visitors import Visitor
from engines.core.seats import Seat
from games.common import live
from games.match.changes.adjudicating import taken_back
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.locking import lock_match, seated
from games.match.changes.permissions import check_active, check_can_ask_takeback, check_seated
from games.match.changes.practice import before_last, ply_before
from games.match.changes.settling import settle
from games.match.changes.telling import Verb, announce, write
from games.match.clocks.calendar import ALWAYS_ON, elapsed
from games.match.clocks.timeoff import rest_of, rest_since
from games.match.exceptions import NothingOffered, NothingToTakeBack, StaleMove
from games.match.models import Match, Player
from games.match.referee import Referee
from queues.transactions import writing

MOST = 2
"""How many moves can be taken back in a match, by both sides together."""


def take_back(*, uid: str, user: Visitor, seat_ply: int, now: datetime) -> None:
    """Take back the last move of the seat *user* sits in, with what has been answered to it.

    Where the rules still allow it, while the clock runs on; or in practice against bots, where
    clocks hold what they held before.

    *seat_ply* is the number of the seat's next ply, so that a form sent twice takes back once.

    Raises Match.DoesNotExist, NotSeated, MatchNotActive, StaleMove, or NothingToTakeBack.
    """
    with writing():
        match, players = lock_match(uid=uid)
        seat = Seat(check_seated(user, players).seat)
        check_active(match)
        referee = Referee(match)
        if seat_ply != referee.seat_plies(seat) + 1:
            raise StaleMove
        if referee.may_take_back(seat):
            happened = referee.rewind(referee.plies - 1, now=now)
        else:
            ply = ply_before(match, players, referee, seat)
            if ply is None:
                raise NothingToTakeBack
            match.is_practised = True
            match.save(update_fields=["is_practised"])
            happened = taken_back(match, players, ply, now=now)
        settle(match, players, happened, movers=(), now=now)


def ask_takeback(*, uid: str, user: Visitor, now: datetime) -> None:
    """Ask the other side to let one's last move be taken back, and what was answered to it.

    Raises NotSeated, MatchNotActive, NothingOffered, AlreadyOffered where it was asked for or
    refused since the last move, or NothingToTakeBack.
    """
    with seated(uid, user) as (match, players, player):
        check_can_ask_takeback(match, player, players)
        if match.rulings.filter(verb=Verb.TAKE_BACK).count() >= MOST:
            raise NothingOffered
        referee = Referee(match)
        if before_last(match, referee, Seat(player.seat)) is None:
            raise NothingToTakeBack
        match.takeback_asked_by, match.takeback_refused = player.seat, False
        match.save(update_fields=["takeback_asked_by", "takeback_refused"])
        others = [other for other in players if other.seat != player.seat]
        subject = f"{referee.plies} {now:%Y%m%dT%H%M}"
        announce(match, players, Kind.TAKEBACK_ASKED, now, subject=subject, concerned=others)


def accept_takeback(*, uid: str, user: Visitor, now: datetime) -> None:
    """Say yes. Clocks hold what they held before the move, that of the one who asked no more than
    now.

    Raises NotSeated, MatchNotActive, NothingOffered, or NothingToTakeBack where the asker's time
    has run out.
    """
    with seated(uid, user) as (match, players, player):
        check_active(match)
        asked_by = match.takeback_asked_by
        if asked_by in (None, player.seat) or match.takeback_refused:
            raise NothingOffered
        if any(one.late for one in players):
            raise NothingOffered
        asker, referee = players[asked_by or 0], Referee(match)
        ply = before_last(match, referee, Seat(asker.seat))
        held = _held(match, asker, now)
        if ply is None or (held is not None and held <= timedelta()):
            raise NothingToTakeBack
        match.drop_takeback()
        happened = taken_back(match, players, ply, now=now)
        moved = _keep_smaller(match, asker, held, now)
        write(match, Verb.TAKE_BACK, now, seat=asker.seat, ply=ply, moved=moved)
        follow(Change(Kind.REWOUND, match, players, players, now))
        settle(match, players, happened, movers=(), now=now)


def drop_takeback(*, uid: str, user: Visitor, now: datetime) -> None:
    """Say no, or take one's own request back; it can be asked again after the next move.

    Raises like `accept_takeback`.
    """
    with seated(uid, user) as (match, players, player):
        check_active(match)
        if match.takeback_asked_by is None or match.takeback_refused:
            raise NothingOffered
        match.takeback_refused = True
        match.save(update_fields=["takeback_refused"])
        follow(Change(Kind.LOOKED, match, players, [player], now))
        live.announce_match(match.uid, Referee(match).touch())
        live.announce_desks(one.user_id for one in players)


def _held(match: Match, player: Player, now: datetime) -> timedelta | None:
    """Return what the clock of *player* holds at *now*."""
    if player.bank is None or player.clock_started_at is None:
        return player.bank
    return player.bank - elapsed(player.clock_started_at, now, rest_of(match, player))


def _keep_smaller(
    match: Match, asker: Player, held: timedelta | None, now: datetime
) -> timedelta | None:
    """Let the clock hold no more than *held*; by how much its turn begins later than the move
    before it was made, so that the arithmetic of the clocks comes out."""
    before = asker.bank
    if before is None or held is None:
        return None
    asker.bank = min(before, held)
    began = max([*Referee(match).times(), match.started_at or match.created_at])
    rest = rest_since(match, asker, began) if asker.has_moved else ALWAYS_ON
    return elapsed(began, now, rest) - (before - asker.bank)
