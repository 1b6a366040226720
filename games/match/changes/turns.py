"""Making a move: the heart of the site. One transaction, one accepted ply, or nothing."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from accounts.common.visitors import Visitor
from engines.core.seats import Seat, Viewer
from games.match.changes.bounds import TOO_LONG, is_too_long
from games.match.changes.deadlines import pass_deadline
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.locking import lock_match
from games.match.changes.permissions import check_active, check_seated
from games.match.changes.settling import settle
from games.match.changes.telling import Verb, write
from games.match.clocks import health
from games.match.clocks.vacations import protect
from games.match.exceptions import AnsweredByClock, OutOfTime, StaleMove
from games.match.models import Match, Player
from games.match.reading.opened import OpenMatch
from games.match.referee import Referee
from queues.transactions import writing


class MoveRequest(NamedTuple):
    """A move as it is asked for."""

    text: str
    """The action text."""
    seat_ply: int
    """The number of this ply among the seat's own, counted from 1."""
    key: str
    """The request's own name: repeated, it is answered as the first time."""
    seen: int | None = None
    """For a move that was kept while there was no network, the version its player saw: after
    anything else has happened it is stale, whatever it was."""


def play_move(*, uid: str, user: Visitor, move: MoveRequest, now: datetime) -> OpenMatch:
    """Make a move in match *uid* for the seat *user* sits in; the match after it.

    *now* is when the request arrived: it decides against the deadline.

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
        if match.started_at is not None and _is_repeated(match, referee, seat, move):
            return opened
        check_active(match)
        too_late: OutOfTime | None = None
        if _is_late(match, player, now):
            pass_deadline(match, players, now=now)
            referee = Referee(match)
            opened = OpenMatch(match, players, referee)
            if not player.late:  # it goes on where the turn still has time
                is_answered = referee.was_silent(seat=seat, seat_ply=move.seat_ply)
                too_late = AnsweredByClock(match.game) if is_answered else OutOfTime()
        if too_late is None:
            play_for(match, players, player, referee, move=move, now=now)
    if too_late is not None:  # only now: what follows from it is to stay
        raise too_late
    return opened


def _is_repeated(match: Match, referee: Referee, seat: Seat, move: MoveRequest) -> bool:
    """Whether this very request has been played; raises KeyReused, AnsweredByClock or StaleMove."""
    if referee.repeats(seat=seat, text=move.text, key=move.key):
        return True
    if referee.was_silent(seat=seat, seat_ply=move.seat_ply):
        raise AnsweredByClock(match.game)
    if move.seen is not None and move.seen != referee.version(Viewer.of(seat)):
        raise StaleMove
    return False


def _is_late(match: Match, player: Player, now: datetime) -> bool:
    """Return whether the clock of *player* has run out, and nothing keeps it from counting."""
    if player.deadline is None or player.deadline >= now or not health.may_flag(now):
        return False
    return not protect(match, player, now)


def has_stood_in(match: Match, seat: int) -> bool:
    """Return whether a move was made for that *seat* of a bot which could not make it."""
    return match.was_ruled and match.rulings.filter(verb=Verb.STAND_IN, seat=seat).exists()


def stand_in(match: Match, players: list[Player], seat: Seat, *, now: datetime) -> bool:
    """Make the move that silence counts as for a bot of a locked match; False if there is none.

    It is written down once a match.
    """
    happened = Referee(match).answer_for(seat, now=now)
    if happened is None:
        return False
    if not has_stood_in(match, seat):
        write(match, Verb.STAND_IN, now, seat=seat)
    settle(match, players, happened, movers={seat}, now=now)
    return True


def play_for(
    match: Match,
    players: list[Player],
    player: Player,
    referee: Referee,
    *,
    move: MoveRequest,
    now: datetime,
) -> None:
    """Make a move for *player* in a locked match; raises like `play_move`."""
    seat = Seat(player.seat)
    health.give_back_to(match, player, now=now)
    happened = referee.play(
        seat=seat, text=move.text, seat_ply=move.seat_ply, key=move.key, now=now
    )
    follow(Change(Kind.LOOKED, match, players, [player], now))
    player.acted_at = now
    if happened.outcome is None and is_too_long(referee):
        happened = referee.concede(frozenset(Seat(one.seat) for one in players), now=now)
        settle(match, players, happened, movers={seat}, now=now, ended_how=TOO_LONG)
    else:
        settle(match, players, happened, movers={seat}, now=now)
