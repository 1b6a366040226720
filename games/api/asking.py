"""Asking bot accounts for their moves at the addresses that they have named.

1. What is posted is what a GET of the match answers the account at that moment, and nothing else.
2. What is answered is played as a POST of the same move would be, under a key that follows from
   the match and its version: a delivery that comes twice is played once.
3. Whatever is wrong with an answer changes nothing and is kept for the owner to read; the delivery
   is tried again after a growing pause. When no try is left, the clock goes on as for anybody.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import timezone, translation

from accounts.common.zones import zone_or_utc
from accounts.models import User
from accounts.sanctions.rights import FOR_EVER, is_closed
from engines.catalogue import meta_for
from games.common.exceptions import GamesError
from games.endpoints.services import bots
from games.endpoints.services.bots import MOST_ANSWERED, Reply, Trouble, note_trouble
from games.match.changes.turns import MoveRequest, play_move
from games.match.exceptions import (
    KeyReused,
    MatchNotActive,
    NotSeated,
    NotToAct,
    OutOfTime,
    RefusedMove,
    StaleMove,
    UnreadableMove,
)
from games.match.reading.visibility import NoSuchMatch
from games.matchpage.selectors.board import board_facts
from games.matchpage.selectors.seen import Look, Part
from games.notices.services.asking import is_newest_turn
from games.notices.services.post import Came, Outcome, Sender
from games.programs.addresses import note_reply

if TYPE_CHECKING:
    from games.api.schemas import MatchOut
    from games.notices.models import Delivery

PAUSES = tuple(
    timedelta(seconds=seconds) for seconds in (10, 30, 2 * 60, 10 * 60, 30 * 60, 2 * 60 * 60)
)
"""After the first failure, the second and so on."""

OVER = (MatchNotActive, NotSeated, NotToAct, KeyReused)
"""Refusals after which nothing is left to ask: somebody else has answered, or the match is over."""


@dataclass(frozen=True, slots=True)
class Question:
    """One turn, as it is posted."""

    uid: str
    version: int
    seat_ply: int
    body: bytes


def question_of(user: User, uid: str, made_at: datetime, now: datetime) -> Question:
    """Return what is posted of a turn that began at *made_at*, in the user's language and zone.

    Raises NoSuchMatch.
    """
    # what describes the API is loaded when there is a bot to ask (config/deferred.py)
    from ninja.responses import NinjaJSONEncoder

    from games.api.presenters import match_json

    language, zone = user.language or settings.LANGUAGE_CODE, zone_or_utc(user.time_zone)
    with translation.override(language), timezone.override(zone):
        seen = match_json(board_facts(uid, user, now=now, look=Look(part=Part(0))))
    data = {
        "uid": seen.uid,
        "version": seen.version,
        "match": seen.model_dump(),
        "set_ups": list(_set_ups(seen)),
    }
    body = {"type": "match.turn", "timestamp": made_at.isoformat(), "data": data}
    text = json.dumps(body, cls=NinjaJSONEncoder, ensure_ascii=False)
    return Question(seen.uid, seen.version, seen.seat_ply, text.encode())


def _set_ups(seen: MatchOut) -> Iterator[str]:
    """Yield a few whole set-ups, as the list of games has them, while the pieces are placed."""
    placing = meta_for(seen.game).placing
    if seen.is_setting_up and placing is not None and seen.seat is not None:
        mine = placing.for_seat(seen.seat, seen.start)
        yield from (mine.action(army.letters) for army in mine.armies)


def send(delivery: Delivery) -> Came:
    """Ask for one move, and play what is answered."""
    now, notice = timezone.now(), delivery.notice
    user, match = notice.user, notice.match
    if match is None or is_closed(user) or not is_newest_turn(notice):
        return Came(Outcome.NOT_WANTED)
    try:
        question = question_of(user, match.uid, notice.made_at, now)
    except NoSuchMatch:
        return Came(Outcome.NOT_WANTED)
    reply = bots.ask(user.pk, delivery.name, question.body, now)
    if reply is None:
        return Came(Outcome.NOT_WANTED, "switched off")
    note_reply(user.pk, reply, now)
    if not reply.is_there:
        return _failed(delivery, Trouble(question.uid, "silent", reply.status), reply)
    if not reply.text.strip():
        return Came(Outcome.SENT, reply.status)
    try:
        move = _read(reply.text)
    except _Unreadable as error:
        return _failed(delivery, Trouble(question.uid, str(error)), reply)
    return _play(delivery, question, move, reply)


def _play(delivery: Delivery, question: Question, move: str, reply: Reply) -> Came:
    """Make the move for the account as it is now, for whom much may have changed meanwhile."""
    user = User.objects.get(pk=delivery.notice.user_id)
    request = MoveRequest(move, question.seat_ply, key_of(question), question.version)
    try:
        play_move(uid=question.uid, user=user, move=request, now=timezone.now())
    except OVER:
        return Came(Outcome.NOT_WANTED, reply.status)
    except StaleMove:  # asked again at once, if it is still its turn
        return Came("", reply.status, after=timedelta(0))
    except OutOfTime:
        note_trouble(user.pk, Trouble(question.uid, "late"), timezone.now())
        return Came(Outcome.NOT_WANTED, reply.status)
    except UnreadableMove:
        return _failed(delivery, Trouble(question.uid, "no-move"), reply)
    except RefusedMove:
        return _failed(delivery, Trouble(question.uid, "not-open"), reply)
    except GamesError as error:
        return _failed(delivery, Trouble(question.uid, error.code), reply)
    return Came(Outcome.SENT, reply.status)


def key_of(question: Question) -> str:
    """Return the key of the answer to a question: one that no request of a program can bear."""
    return f"hook:{question.uid}:{question.version}"


class _Unreadable(Exception):
    """The answer is none; the word says why."""


def _read(text: bytes) -> str:
    """Return the move that was answered; raises _Unreadable."""
    from games.api.routes.playing import LONGEST_MOVE

    if len(text) > MOST_ANSWERED:
        raise _Unreadable("too-large")
    try:
        answer: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _Unreadable("no-json") from error
    move = answer.get("action") if isinstance(answer, dict) else None
    if not isinstance(move, str) or not 0 < len(move) <= LONGEST_MOVE:
        raise _Unreadable("no-action")
    return move


def _failed(delivery: Delivery, trouble: Trouble, reply: Reply) -> Came:
    """Keep what went wrong for the owner; the next try, if any, is after a longer pause."""
    note_trouble(delivery.notice.user_id, trouble, timezone.now())
    pause = PAUSES[min(delivery.tries, len(PAUSES) - 1)]
    return Came("", reply.status, after=max(pause, reply.retry_after))


def rests(delivery: Delivery, now: datetime) -> datetime:
    """Return until when nothing is asked: the account is suspended, or its address has just not
    answered."""
    user = delivery.notice.user
    if user.shut_out_until is not None and now < user.shut_out_until < FOR_EVER:
        return user.shut_out_until
    return bots.rests_until(user.pk, now)


SENDER = Sender(send, attempts=len(PAUSES) + 1, rests=rests)
