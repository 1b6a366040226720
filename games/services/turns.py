"""Making a move: the heart of the house. One transaction, one accepted ply, or nothing."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

from django.conf import settings

from engines.core.seats import Seat
from games import thinking
from games.exceptions import AnsweredByClock, OutOfTime
from games.models import BotTurn, Match, Player
from games.permissions import check_active, check_seated
from games.referee import Referee, Thought
from games.services import ending, health, telling
from games.services.locking import lock_match
from games.services.settling import settle
from games.transactions import writing

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

BOT_LEASE = timedelta(seconds=20)
"""How long a worker may think before its debt is handed to another."""


def play_move(
    *,
    uid: str,
    user: AbstractBaseUser | AnonymousUser,
    text: str,
    seat_ply: int,
    key: str,
    now: datetime,
) -> None:
    """Make the move *text* in match *uid* for the seat *user* sits in.

    *now* is when the request arrived: it decides against the deadline.
    *seat_ply* is the number of this ply among the seat's own, counted from 1,
    and *key* the request's own name: repeated, it is answered as the first time.

    Raises Match.DoesNotExist, NotSeated, KeyReused, MatchNotActive, StaleMove,
    NotToAct, UnreadableMove or RefusedMove, and then nothing has changed; or
    OutOfTime, and then the match has been lost on time; or AnsweredByClock, and
    then the silence that came first counts as an answer.
    """
    with writing():
        match, players = lock_match(uid=uid)
        player = check_seated(user, players)
        seat, referee = Seat(player.seat), Referee(match)
        if match.started_at is not None:
            if referee.repeats(seat=seat, text=text, key=key):
                return
            if referee.was_silent(seat=seat, seat_ply=seat_ply):
                raise AnsweredByClock
        check_active(match)
        is_late = player.deadline is not None and player.deadline < now and health.may_flag(now)
        if is_late:
            ending.lose_on_time(match, players, now=now)
            is_answered = Referee(match).was_silent(seat=seat, seat_ply=seat_ply)
        else:
            _play(match, players, player, referee, text=text, seat_ply=seat_ply, key=key, now=now)
    if is_late:  # only now: what follows from it is to stay
        raise AnsweredByClock if is_answered else OutOfTime


def _play(
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
    seat = Seat(player.seat)
    happened = referee.play(seat=seat, text=text, seat_ply=seat_ply, key=key, now=now)
    if player.user_id is not None:
        telling.settle_seen(player.user_id, match, now)
    settle(match, players, happened, movers={seat}, now=now)


def play_bot_turn(*, debt_id: int, now: datetime) -> bool:
    """Pay one bot's debt; false if it was paid already or another worker is at it.

    The search runs outside any transaction. If the worker dies in it the lease
    runs out and the sweeper tries again; the seat's own ply number makes sure
    that only one of two answers is ever played.

    The move is made at the end of a pace that was settled before the search began:
    how long a bot thinks follows from what it hides, and the other side has a watch.
    """
    began = time.monotonic()
    debt = _lease(debt_id, now)
    if debt is None:
        return False
    thought = Referee(debt.match).thought(Seat(debt.seat))
    text = thinking.choose(_question(debt, thought))
    return _pay(debt, thought.seat_ply, text, now + _end_of_pace(began))


def _end_of_pace(began: float) -> timedelta:
    """Wait until a whole number of paces after *began*, by the monotonic clock; how long it is."""
    pace = settings.BOT_PACE_SECONDS
    if not pace:
        return timedelta(0)
    taken = time.monotonic() - began
    paces = max(ceil(taken / pace), 1)
    time.sleep(max(paces * pace - taken, 0))
    return timedelta(seconds=paces * pace)


def _lease(debt_id: int, now: datetime) -> BotTurn | None:
    """Take the debt on, unless it is paid, not yet due, or another worker's."""
    with writing():
        debts = BotTurn.objects.select_for_update(of=("self",)).select_related("match")
        debt = debts.filter(pk=debt_id, due_at__lte=now).first()
        if debt is None or (debt.thinking_until and debt.thinking_until > now):
            return None
        debt.attempts += 1
        debt.thinking_until = now + BOT_LEASE
        debt.save(update_fields=["attempts", "thinking_until"])
    return debt


def _question(debt: BotTurn, thought: Thought) -> thinking.Question:
    match = debt.match
    level = match.players.get(seat=debt.seat).bot
    return thinking.Question(
        match.game, match.rules_version, level, thought.view, thought.seed, thought.label
    )


def _pay(debt: BotTurn, seat_ply: int, text: str, now: datetime) -> bool:
    """Play the move and delete the debt in one transaction; false if it was paid meanwhile."""
    with writing():
        match, players = lock_match(uid=debt.match.uid)
        if not BotTurn.objects.filter(pk=debt.pk).delete()[0]:
            return False
        _play(
            match,
            players,
            players[debt.seat],
            Referee(match),
            text=text,
            seat_ply=seat_ply,
            key=f"bot-{seat_ply}",
            now=now,
        )
    return True
