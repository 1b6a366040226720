"""The address of a bot account: posted to, signed, and remembered by how it has answered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce, Least

from accounts.common import outgoing
from accounts.models import User
from games.endpoints.models import BotAddress
from games.endpoints.services.signing import (
    end_old_secret,
    new_secret,
    replace_secret,
    signed_headers,
)
from queues.transactions import writing, writing_once

MOST_ANSWERED = 4096
"""Bytes of an answer; a move has a few."""

PING_EVERY = timedelta(minutes=15)
"""So long after it was last asked an address is asked whether it is there."""
LEASE = timedelta(minutes=2)
"""How long one worker has for a ping."""

FIRST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=10)
"""How long an address that does not answer is left alone: twice as long each time."""

STOPPED_AFTER = timedelta(days=7)
"""An address that has not answered for so long is switched off."""

MOST_TROUBLES = 20
"""Of what went wrong, the newest are kept."""
DETAIL = 200

MOST_COUNTED = 10_000
"""Failures in a row are counted so far."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one post to a bot's address."""

    is_there: bool
    """Whether it has answered at all, with a status that says yes."""
    status: str
    """The status, or a word for why there is none."""
    text: bytes = b""
    """The answer, where the status is 200; cut off after `MOST_ANSWERED` and one bytes."""
    retry_after: timedelta = timedelta()
    is_back: bool = False
    """Whether it did not answer before."""
    is_stopped: bool = False
    """Whether it has been silent for so long that it is off from now on."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that went wrong with an address, for its owner."""

    match: str
    """The uid of the match; "" for a ping."""
    code: str
    detail: str = ""


def set_address(*, user: User, url: str, now: datetime) -> str:
    """Keep a checked address of a bot account, in the place of any before; the secret, told this
    once."""
    secret = new_secret()
    fresh: dict[str, Any] = {
        "url": url,
        "secret": secret,
        "old_secret": "",
        "old_until": None,
        "made_at": now,
        "sent_at": None,
        "failures": 0,
        "failing_since": None,
        "rests_until": None,
        "stopped_at": None,
        "ping_at": now,
        "troubles": [],
    }
    with writing():
        BotAddress.objects.update_or_create(user=user, defaults=fresh)
    return secret


def remove_address(*, user: User) -> None:
    """Post nothing there any more."""
    with writing():
        BotAddress.objects.filter(user=user).delete()


def renew_secret(*, user: User, now: datetime) -> str:
    """Return a new secret, told this once, beside which the old one signs for a day; "" for no
    address."""
    return replace_secret(BotAddress.objects.filter(user=user), now)


def end_secret(*, user: User) -> None:
    """Let the secret of before sign no more."""
    end_old_secret(BotAddress.objects.filter(user=user))


def start_again(*, user: User, now: datetime) -> bool:
    """Switch on again what was silent for too long, and ask whether it is there; False if there is
    no address."""
    with writing():
        found = BotAddress.objects.filter(user=user).update(
            failures=0, failing_since=None, rests_until=None, stopped_at=None, ping_at=now
        )
    return bool(found)


def rests_until(user_id: int, now: datetime) -> datetime:
    """Return until when the address is left alone; *now* where it is not."""
    found = BotAddress.objects.filter(user_id=user_id, rests_until__gt=now)
    return found.values_list("rests_until", flat=True).first() or now


def ask(user_id: int, called: str, body: dict[str, Any] | bytes, now: datetime) -> Reply | None:
    """Post to the address; None if there is none, or it is off. Outside any transaction.

    *called* is what the receiver tells the post by, however often it is sent.
    """
    row = BotAddress.objects.filter(user_id=user_id, stopped_at=None).first()
    return None if row is None else _ask(row, called, body, now)


def _ask(row: BotAddress, called: str, body: dict[str, Any] | bytes, now: datetime) -> Reply:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **signed_headers(row, called, text, now)}
    try:
        answer, said = outgoing.ask(
            "POST", row.url, text, headers, trusted=(), most=MOST_ANSWERED + 1
        )
    except outgoing.Unreachable as error:
        return _silent(row, Reply(is_there=False, status=str(error)), now)
    wait = timedelta(seconds=answer.retry_after or 0)
    if not 200 <= answer.status < 300:
        return _silent(row, Reply(False, str(answer.status), retry_after=wait), now)
    is_back = row.failing_since is not None
    _same(row).update(
        sent_at=now, failures=0, failing_since=None, rests_until=None, ping_at=now + PING_EVERY
    )
    return Reply(True, str(answer.status), said if answer.status == 200 else b"", is_back=is_back)


def _silent(row: BotAddress, reply: Reply, now: datetime) -> Reply:
    """Note that it has not answered; the reply, with whether it is off from now on."""
    rest = min(max(FIRST_REST * 2 ** min(row.failures, 12), reply.retry_after), LONGEST_REST)
    same = _same(row)
    same.update(
        failures=Least(F("failures") + 1, Value(MOST_COUNTED)),
        failing_since=Coalesce(F("failing_since"), Value(now)),
        rests_until=now + rest,
        ping_at=now + rest,
    )
    gone = same.filter(stopped_at=None, failing_since__lte=now - STOPPED_AFTER)
    is_stopped = bool(gone.update(stopped_at=now))
    return Reply(False, reply.status, retry_after=reply.retry_after, is_stopped=is_stopped)


def _same(row: BotAddress) -> QuerySet[BotAddress]:
    """Return the row, unless another address has taken its place."""
    return BotAddress.objects.filter(pk=row.pk, made_at=row.made_at)


def note_trouble(user_id: int, trouble: Trouble, now: datetime) -> None:
    """Keep what went wrong for the owner to see; the oldest goes."""
    line = [now.isoformat(), trouble.match, trouble.code, trouble.detail[:DETAIL]]
    with writing():
        row = BotAddress.objects.select_for_update().filter(user_id=user_id).first()
        if row is not None:
            row.troubles = [line, *row.troubles][:MOST_TROUBLES]
            row.save(update_fields=["troubles"])


def due_for_ping(now: datetime, most: int) -> list[int]:
    """Return the bot accounts whose addresses are to be asked whether they are there, longest
    due first."""
    due = BotAddress.objects.filter(stopped_at=None, ping_at__lte=now, user__is_active=True)
    return list(due.order_by("ping_at", "pk").values_list("user_id", flat=True)[:most])


def ping(user_id: int, now: datetime) -> Reply | None:
    """Ask one address whether it is there; None if another worker does, or nobody need.

    The ping says nothing but that it is one. It has a name of its own each time.
    """
    row = BotAddress.objects.filter(user_id=user_id, stopped_at=None, ping_at__lte=now).first()
    if row is None:
        return None
    with writing_once():
        taken = _same(row).filter(ping_at=row.ping_at).update(ping_at=now + LEASE)
    if not taken:
        return None
    called = f"ping_{row.pk}_{now:%Y%m%d%H%M%S}"
    body = {"type": "ping", "timestamp": now.isoformat(), "data": {}}
    reply = _ask(row, called, body, now)
    if not reply.is_there and row.failing_since is None:
        note_trouble(user_id, Trouble("", "silent", reply.status), now)
    return reply
