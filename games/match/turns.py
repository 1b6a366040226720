"""Making a move: the heart of the house. One transaction, one accepted ply, or nothing."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from engines.core.seats import Seat, Viewer
from games.match import health, practice
from games.match.deadlines import pass_deadline
from games.match.exceptions import AnsweredByClock, NothingToTakeBack, OutOfTime, StaleMove
from games.match.followers import Change, Kind, follow
from games.match.locking import lock_match
from games.match.models import Match, Player
from games.match.opened import OpenMatch
from games.match.permissions import check_active, check_seated
from games.match.referee import Referee
from games.match.settling import settle
from games.match.vacations import protect
from queues.transactions import writing

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser


def play_move(
    *,
    uid: str,
    user: AbstractBaseUser | AnonymousUser,
    text: str,
    seat_ply: int,
    key: str,
    now: datetime,
    seen: int | None = None,
) -> OpenMatch:
    """Make the move *text* in match *uid* for the seat *user* sits in; the match after it.

    *now* is when the request arrived: it decides against the deadline.
    *seat_ply* is the number of this ply among the seat's own, counted from 1,
    and *key* the request's own name: repeated, it is answered as the first time.
    A move that was kept while there was no network names the version that was *seen* with it:
    after anything else has happened it is stale, whatever it was.

    Raises Match.DoesNotExist, NotSeated, KeyReused, MatchNotActive, StaleMove,
    NotToAct, UnreadableMove or RefusedMove, and then nothing has changed; or
    OutOfTime, and then the match has been lost on time; or AnsweredByClock, and
    then the silence that came first counts as an answer.
    """
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        seat, referee = Seat(player.seat), Referee(match)
        opened = OpenMatch(match, players, referee)
        if match.started_at is not None:
            if referee.repeats(seat=seat, text=text, key=key):
                return opened
            if referee.was_silent(seat=seat, seat_ply=seat_ply):
                raise AnsweredByClock
            if seen is not None and seen != referee.version(Viewer.of(seat)):
                raise StaleMove
        check_active(match)
        is_late = player.deadline is not None and player.deadline < now and health.may_flag(now)
        if is_late and not protect(match, player, now):
            pass_deadline(match, players, now=now)
            referee = Referee(match)
            opened = OpenMatch(match, players, referee)
            is_answered = referee.was_silent(seat=seat, seat_ply=seat_ply)
            is_late = not player.late  # it goes on where the turn still has time
        else:
            is_late = False
        if not is_late:
            play_for(
                match, players, player, referee, text=text, seat_ply=seat_ply, key=key, now=now
            )
    if is_late:  # only now: what follows from it is to stay
        raise AnsweredByClock if is_answered else OutOfTime
    return opened


def take_back(
    *, uid: str, user: AbstractBaseUser | AnonymousUser, seat_ply: int, now: datetime
) -> None:
    """Take back the last move of the seat *user* sits in, with what has been answered to it.

    Where the rules still allow it, or in practice against bots. Clocks run on.

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
            ply: int | None = referee.plies - 1
        else:
            ply = practice.ply_before(match, players, referee, seat)
            match.is_practised = True
        if ply is None:
            raise NothingToTakeBack
        if match.is_practised:
            match.save(update_fields=["is_practised"])
        happened = referee.rewind(ply, now=now)
        settle(match, players, happened, movers=(), now=now)


def play_for(
    match: Match,
    players: list[Player],
    player: Player,
    referee: Referee,
    *,
    text: str,
    seat_ply: int,
    key: str,
    now: datetime,
) -> None:
    """Make the move *text* for *player* in a locked match; raises like `play_move`."""
    seat = Seat(player.seat)
    health.give_back_to(match, player, now=now)
    happened = referee.play(seat=seat, text=text, seat_ply=seat_ply, key=key, now=now)
    follow(Change(Kind.LOOKED, match, players, [player], now))
    player.acted_at = now
    settle(match, players, happened, movers={seat}, now=now)
