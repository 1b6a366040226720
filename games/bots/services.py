"""Turns that bots owe: written with the ply that causes them, paid by the workers."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import switches
from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.bots import thinking
from games.bots.failing import put_off, retry_turns, to_be_tried
from games.bots.models import BotTurn
from games.bots.thinking import Question
from games.common import dispatch
from games.match.changes.followers import Change, Kind
from games.match.changes.locking import lock_match
from games.match.changes.turns import MoveRequest, play_for
from games.match.referee import Referee
from queues import leases
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match, Player

logger = logging.getLogger(__name__)

ENDS = (Kind.OVER, Kind.CANCELLED, Kind.REWOUND, Kind.REOPENED)
"""After these no turn is owed that was owed before."""
MOST_IN_A_ROW = 200
"""Turns that a worker pays before it looks at the queue again."""

SHIFT = 5.0
"""Seconds after which a worker that pays debts lets other tasks have their turn."""

_thinking = threading.Lock()
"""Held by the one thread of this process that thinks, so that others are there for what is due."""
_others: dict[str, Callable[[], object]] = {}
"""What it thinks about after a shift, one of them each time: they wait for no day without turns."""

PACES = {"strong": 6, "strong-firm": 6}
"""How many paces a bot of a level takes at least, so that its thoughts end before; others one."""

LEASE = timedelta(seconds=thinking.WALL_LIMIT + 5)
"""How long a worker may think before its debt is handed to another: longer than a thought takes,
with what is done before and after it."""


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
    """Write a debt, and hint at it if it is due at once, unless this worker goes on to pay it.

    Then it is that worker's from the beginning. A debt due later is found by the sweeper: messages
    with a date get lost or doubled.
    """
    debt = BotTurn(match=match, seat=player.seat, due_at=due, hinted_until=due)
    debt.level = player.bot
    caused = _caused.get()
    if due > now:
        debt.save(force_insert=True)
    elif caused is None or switches.is_on("bots_paused"):
        debt.hinted_until = leases.first_hint(due)
        debt.save(force_insert=True)
        dispatch.after_commit("games.play_bot_turn", debt_id=debt.pk)
    else:
        leases.hold(debt, now=now, lease=LEASE)
        debt.save(force_insert=True)
        caused.append(debt)


_caused: ContextVar[list[BotTurn] | None] = ContextVar("_caused", default=None)
"""Where a worker that pays debts finds those that come of it, which it pays as well."""


def play_owed_turns(
    *, clock: Callable[[], datetime], then: Mapping[str, Callable[[], object]] | None = None
) -> bool:
    """Pay what bots owe for a while, first where people wait, and do one of the other thoughts that
    are waited for, by their names; *then* is put among them.

    Whether something is left. While another thread of this process is at it, it does so instead.
    """
    _others.update(then or {})
    if not _thinking.acquire(blocking=False):
        return False
    try:
        until = time.monotonic() + SHIFT
        while time.monotonic() < until and (debt_id := _most_urgent(clock())) is not None:
            play_bot_turns(debt_id=debt_id, now=clock())
        if _others:
            _do_another()
        return bool(_others) or _most_urgent(clock()) is not None
    finally:
        _thinking.release()


def _do_another() -> None:
    """Do the one that has waited longest; where it fails, its row says when it is tried again."""
    name = list(_others)[0]  # noqa: RUF015 - other threads put into it
    try:
        _others.pop(name)()
    except thinking.ThinkingFailed as error:
        logger.warning("left to the next sweep: %s: %s", name, error)
    except Exception:
        logger.exception("left to the next sweep: %s", name)


def _most_urgent(now: datetime) -> int | None:
    """The debt to be thought about next: one for which a person waits, not tried yet, due longest.

    What has failed may take all its time again, and is not to be waited for.
    """
    if switches.is_on("bots_paused"):
        return None
    awaited = _debts().filter(pk=OuterRef("pk"), match__players__bot="")
    owed = leases.free(_debts().filter(answer=""), now=now)
    owed = owed.annotate(is_awaited=Exists(awaited), was_tried=Q(attempts__gt=0))
    return owed.order_by("-is_awaited", "was_tried", "due_at").values_list("pk", flat=True).first()


def play_bot_turns(*, debt_id: int, now: datetime) -> int:
    """Pay a bot's debt, and every debt that comes of it and is due at once; how many.

    So the site plays all its turns of a round in one go, each ply in a transaction and with a
    debt of its own. If the worker dies among them, what is left is owed like any other turn.
    """
    began, paid = time.monotonic(), 0
    debt, referee = _claimed(debt_id, now), None
    owed = [debt] if debt else []
    while owed:
        debt = owed.pop(0)
        token = _caused.set(owed if paid + 1 < MOST_IN_A_ROW else None)
        try:
            referee = _answered(debt, referee, _after(now, began))
        finally:
            _caused.reset(token)
        paid += referee is not None
    return paid


def _after(now: datetime, began: float) -> datetime:
    """Return the moment *now*, as much later as it has been since *began*."""
    return now + timedelta(seconds=time.monotonic() - began)


def play_bot_turn(*, debt_id: int, now: datetime) -> bool:
    """Think about one bot's debt, and pay it once its answer is due; whether it was paid now.

    While the operators let bots rest, nothing is thought about or played; the debt stays.
    """
    debt = _claimed(debt_id, now)
    return debt is not None and _answered(debt, None, now) is not None


def _claimed(debt_id: int, now: datetime) -> BotTurn | None:
    """That debt with its match and the bot's level, for this worker alone; None if it waits."""
    if switches.is_on("bots_paused"):
        return None
    also = {"level": F("match__players__bot")}
    debts = _debts().select_related("match").annotate(**also)
    return leases.claim(debts, debt_id, now=now, lease=LEASE)


def _debts() -> QuerySet[BotTurn]:
    """All debts that are to be tried, each with the player of its seat."""
    return to_be_tried().filter(match__players__seat=F("seat"))


def _answered(debt: BotTurn, referee: Referee | None, now: datetime) -> Referee | None:
    """As `_answer`, with the match open as *referee* has it; None where that fails, too."""
    try:
        return _answer(debt, referee or Referee(debt.match), now)
    except (DatabaseError, SoftTimeLimitExceeded):  # nothing is wrong with the turn
        raise
    except Exception as error:  # noqa: BLE001 - a bot, a view or a match may be broken in any way
        put_off(debt, error, now)
        return None


def _answer(debt: BotTurn, referee: Referee, now: datetime) -> Referee | None:
    """Think about a debt of this worker's, and pay it if its answer is due: who then has the match
    open as it stands, or None.

    The search runs outside any transaction. If the worker dies in it the lease
    runs out and the sweeper tries again; the seat's own ply number makes sure
    that only one of two answers is ever played.

    The move is made after a delay that was drawn before the search began: how long a
    bot thinks follows from what it hides, and the other side has a watch. Until then
    it stands in the debt's own row, and no worker waits for it.
    """
    if debt.answer:
        return _pay(debt, now)
    began = time.monotonic()
    thought = referee.thought(Seat(debt.seat))
    question = Question.about(debt.match.game, debt.match.rules_version, debt.level, thought)
    debt.answer, debt.answer_ply = thinking.choose(question), thought.seat_ply
    wait = _wait(_drawn_delay(debt, thought.label), time.monotonic() - began)
    if not wait or not _is_paced(debt):
        return _pay(debt, now)
    _keep_answer(debt, now, wait)
    return None


def _is_paced(debt: BotTurn) -> bool:
    """Return whether somebody waits for single moves; who plays alone waits for the whole round."""
    meta = meta_for(debt.match.game)
    return meta.hides_information or not meta.solo


def _drawn_delay(debt: BotTurn, turn: str) -> float:
    """Return how long after it was asked a bot answers, in seconds.

    From as many paces as its level takes at least to twice as many. The match and the
    number of the turn decide, by a key of the site's: neither what is hidden nor the
    search has a part in it.
    """
    least = PACES.get(debt.level, 1)
    drawn = salted_hmac("a bot's pace", f"{debt.match.uid}.{turn}").digest()
    more = int.from_bytes(drawn, "big") % (least + 1)
    return float(settings.BOT_PACE_SECONDS * (least + more))


def _wait(delay: float, taken: float) -> timedelta:
    """The delay, or as many times the delay as are over once a search of *taken* seconds is."""
    return timedelta(seconds=max(ceil(taken / delay), 1) * delay if delay else 0)


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


def _pay(debt: BotTurn, now: datetime) -> Referee | None:
    """Play the answer and delete the debt in one transaction; None if it was paid meanwhile."""
    seat_ply = debt.answer_ply
    assert seat_ply is not None  # written with the answer
    with writing():
        match, players = lock_match(uid=debt.match.uid)
        if not BotTurn.objects.filter(pk=debt.pk).delete()[0]:
            return None
        player, referee, key = players[debt.seat], Referee(match), f"bot-{seat_ply}"
        if not referee.repeats(seat=Seat(debt.seat), text=debt.answer, key=key):
            play_for(
                match,
                players,
                player,
                referee,
                move=MoveRequest(debt.answer, seat_ply, key),
                now=now,
            )
    return referee


def lease_owed_turns(*, now: datetime) -> list[int]:
    """The debts nobody has thought about, leased so that one sweep sends each hint once.

    None while bots rest.
    """
    if switches.is_on("bots_paused"):
        return []
    return leases.lease_hints(to_be_tried().filter(answer=""), now=now)


def lease_answers(*, now: datetime) -> list[int]:
    """Return the debts with an answer that is due, likewise."""
    if switches.is_on("bots_paused"):
        return []
    return leases.lease_hints(to_be_tried().exclude(answer=""), now=now)


def release_owed_turns() -> None:
    """Hand out at once what a site that has gone down was working on, or had set aside."""
    retry_turns()
    leases.release(BotTurn.objects.all())
