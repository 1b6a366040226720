"""Turns that bots owe: written with the ply that causes them, paid by the workers."""

from __future__ import annotations

import time
from contextvars import ContextVar
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import timezone

from accounts import switches
from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.bots import thinking
from games.bots.models import BotTurn
from games.common import dispatch
from games.match.followers import Change, Kind
from games.match.locking import lock_match
from games.match.referee import Referee, Thought
from games.match.turns import play_for
from queues import leases
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match, Player

ENDS = (Kind.OVER, Kind.CANCELLED, Kind.REWOUND, Kind.REOPENED)
"""After these no turn is owed that was owed before."""
MOST_IN_A_ROW = 200
"""Turns that a worker pays before it looks at the queue again."""

LEASE = timedelta(seconds=20)
"""How long a worker may think before its debt is handed to another."""


def owe_turns(change: Change) -> None:
    """Write the debts of the bots whose turn has begun; drop them when the match has ended.

    In a match that is frozen bots owe nothing; their turn begins when it goes on.
    """
    if change.kind in ENDS or change.match.frozen_at is not None:
        BotTurn.objects.filter(match=change.match).delete()
    elif change.kind == Kind.TURN:
        due = change.now + _delay(change)
        for player in change.concerned:
            if player.bot:
                _owe(change.match, player, due, change.now)


def _delay(change: Change) -> timedelta:
    """Bots answer people at once; among themselves they play at a pace one can follow."""
    alone = all(player.bot for player in change.players)
    return timedelta(seconds=settings.HOUSE_MATCH_PACE_SECONDS if alone else 0)


def _owe(match: Match, player: Player, due: datetime, now: datetime) -> None:
    """Write a debt, and hint at it if it is due at once.

    A debt due later is found by the sweeper: messages with a date get lost or doubled.
    """
    is_due = due <= now
    hinted = leases.first_hint(due) if is_due else due
    debt = BotTurn.objects.create(match=match, seat=player.seat, due_at=due, hinted_until=hinted)
    if is_due and not _is_at_it.get():
        dispatch.after_commit("games.play_bot_turn", debt_id=debt.pk)


_is_at_it: ContextVar[bool] = ContextVar("_is_at_it", default=False)
"""Whether a worker is paying a debt, and will pay those that come of it: nobody need be told."""


def play_bot_turns(*, debt_id: int, now: datetime) -> int:
    """Pay a bot's debt, and every debt of the same match that is due after it; how many.

    So the house plays all its turns of a round in one go, each ply in a transaction and with a
    debt of its own. If the worker dies among them, what is left is owed like any other turn.
    """
    began, paid = time.monotonic(), 0
    owed: int | None = debt_id
    match_id = BotTurn.objects.filter(pk=debt_id).values_list("match", flat=True).first()
    while owed is not None and paid < MOST_IN_A_ROW and _pay_quietly(owed, _after(now, began)):
        paid += 1
        due = BotTurn.objects.filter(match=match_id, due_at__lte=_after(now, began))
        owed = due.order_by("pk").values_list("pk", flat=True).first()
    if owed is not None and paid:
        dispatch.after_commit("games.play_bot_turn", debt_id=owed)
    return paid


def _after(now: datetime, began: float) -> datetime:
    """The moment *now*, as much later as it has been since *began*."""
    return now + timedelta(seconds=time.monotonic() - began)


def _pay_quietly(debt_id: int, now: datetime) -> bool:
    token = _is_at_it.set(True)
    try:
        return play_bot_turn(debt_id=debt_id, now=now)
    finally:
        _is_at_it.reset(token)


def play_bot_turn(*, debt_id: int, now: datetime) -> bool:
    """Think about one bot's debt, and pay it once its answer is due; whether it was paid now.

    The search runs outside any transaction. If the worker dies in it the lease
    runs out and the sweeper tries again; the seat's own ply number makes sure
    that only one of two answers is ever played.

    The move is made at the end of a pace that was settled before the search began:
    how long a bot thinks follows from what it hides, and the other side has a watch.
    Until then it stands in the debt's own row, and no worker waits for it.

    While the operators let bots rest, nothing is thought about or played; the debt stays.
    """
    if switches.is_on("bots_paused"):
        return False
    began = time.monotonic()
    debt = leases.claim(BotTurn.objects.select_related("match"), debt_id, now=now, lease=LEASE)
    if debt is None:
        return False
    if debt.answer:
        return _pay(debt, now)
    thought = Referee(debt.match).thought(Seat(debt.seat))
    debt.answer, debt.answer_ply = thinking.choose(_question(debt, thought)), thought.seat_ply
    wait = _end_of_pace(began) if _is_paced(debt) else timedelta(0)
    if not wait:
        return _pay(debt, now)
    _keep_answer(debt, now, wait)
    return False


def _is_paced(debt: BotTurn) -> bool:
    """Whether somebody waits for single moves; who plays alone waits for the whole round."""
    meta = meta_for(debt.match.game)
    return meta.hides_information or not meta.solo


def _end_of_pace(began: float) -> timedelta:
    """How long after *began*, by the monotonic clock, the next whole number of paces is over."""
    pace = settings.BOT_PACE_SECONDS
    if not pace:
        return timedelta(0)
    taken = time.monotonic() - began
    return timedelta(seconds=max(ceil(taken / pace), 1) * pace)


def _keep_answer(debt: BotTurn, asked: datetime, wait: timedelta) -> None:
    """Write the answer into the row, to be played *wait* after it was asked for.

    Where two workers have thought about one debt, the first answer stands.
    """
    due = asked + wait
    with writing():
        BotTurn.objects.filter(pk=debt.pk, answer="").update(
            answer=debt.answer,
            answer_ply=debt.answer_ply,
            due_at=due,
            hinted_until=leases.first_hint(due),
            held_until=None,
        )
        left = max(due - timezone.now(), timedelta(0))
        dispatch.later("games.play_bot_answer", left, debt_id=debt.pk)


def _question(debt: BotTurn, thought: Thought) -> thinking.Question:
    match = debt.match
    level = match.players.get(seat=debt.seat).bot
    return thinking.Question(
        match.game, match.rules_version, level, thought.view, thought.seed, thought.label
    )


def _pay(debt: BotTurn, now: datetime) -> bool:
    """Play the answer and delete the debt in one transaction; false if it was paid meanwhile."""
    seat_ply = debt.answer_ply
    assert seat_ply is not None  # written with the answer
    with writing():
        match, players = lock_match(uid=debt.match.uid)
        if not BotTurn.objects.filter(pk=debt.pk).delete()[0]:
            return False
        play_for(
            match,
            players,
            players[debt.seat],
            Referee(match),
            text=debt.answer,
            seat_ply=seat_ply,
            key=f"bot-{seat_ply}",
            now=now,
        )
    return True


def lease_owed_turns(*, now: datetime) -> list[int]:
    """The debts nobody has thought about, leased so that one sweep sends each hint once.

    None while bots rest.
    """
    if switches.is_on("bots_paused"):
        return []
    return leases.lease_hints(BotTurn.objects.filter(answer=""), now=now)


def lease_answers(*, now: datetime) -> list[int]:
    """The debts with an answer that is due, likewise."""
    if switches.is_on("bots_paused"):
        return []
    return leases.lease_hints(BotTurn.objects.exclude(answer=""), now=now)


def release_owed_turns() -> None:
    """Hand out at once what a house that has gone down was working on."""
    leases.release(BotTurn.objects.all())
