"""The same season twice: in the second some people hide something else, and nobody else may notice.

The first season is played by people as any other, and everything that leaves the site is kept. Then
matches that still go on are given twins (`tests.secrecy.worlds`): other armies of which the rules
tell the opponent and onlookers the same. In the second season every request comes at the same event
and is the same, but for the secrets in it; some more things are done in secret besides. Everybody
is shown what they were shown in the first, so all act alike; and what the site really answers,
mails, posts, logs, sends its workers and calls the values in its cache is compared as it comes.
"""

from __future__ import annotations

import json
import logging
import os
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from channels.db import database_sync_to_async
from django.core import mail
from django.core.cache.backends.base import BaseCache
from django.db.backends.utils import CursorWrapper

from accounts.common import outgoing
from engines.core.commitments import Commitment
from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.desk.consumers import DeskConsumer
from games.match.models import Match
from games.match.referee import Referee
from games.match.sealed import SealedPly, SealedPosition
from games.notices.senders import mail as by_mail
from games.notices.senders import webhook as by_webhook
from tests.secrecy.still import Chance, _ideal_digest
from tests.secrecy.worlds import HIDDEN_GAMES, begun, twin_of
from tests.town import habits
from tests.town.faults import Suffering
from tests.town.season import Plan, Report, play
from tests.town.sockets import Open
from tests.town.world import Answer
from tests.walk.browser import Page

MOVE = re.compile(r"/matches/([\w-]+)/move/$")
MATCH = re.compile(r"/matches/([\w-]+)/$")
OPENED = re.compile(r"/reveal/$")
"""What staff look at by twos: there hidden pieces may be seen."""
LIMIT = re.compile(r"[\w:]+:\d+/\d+/")
"""Keys under which requests are counted: who does more in secret is counted more often."""
BESIDES = 0.3
"""How often something is done in secret after a look at the board."""


STATEMENTS: ContextVar[list[int] | None] = ContextVar("STATEMENTS", default=None)
"""Those of the request that is answered now, wherever that is done; of what goes on beside none."""
Frames = list[dict[str, Any]]


@dataclass
class Heard:
    """Something that left the site."""

    event: int
    who: str
    """Whose request it answers; "" for what the site says by itself."""
    what: str
    blob: bytes
    answer: Answer | None = None


@dataclass(frozen=True)
class Secret:
    """What somebody hides in the second season."""

    address: str
    """Of who hides it: each person has their own."""
    uid: str
    before: str
    """The move by which it was placed in the first season."""
    after: str


@dataclass
class First:
    """All that left the site in the first season."""

    heard: list[Heard] = field(default_factory=list)
    placed: dict[tuple[str, str], str] = field(default_factory=dict)
    """By match and address: the move that placed an army."""
    frames: dict[tuple[int, int, bool], Frames] = field(default_factory=dict)
    """What the site said to open pages by itself."""


class Ear:
    """Hears all that leaves the site, in both seasons; `meet` is told of each."""

    def __init__(self, seed: int) -> None:
        self.seed, self.asked = seed, 0
        self.chance = Chance()
        self.is_before = False
        """Whether the event that is next has not begun yet."""
        self.keys: list[str] = []
        self.faults: list[str] = []
        self._said = 0

    @contextmanager
    def listening(self, suffering: Suffering) -> Iterator[None]:
        """Inside a season, of which *suffering* knows all parts."""
        self.scheduler, self.world = suffering.scheduler, suffering.world
        workers, ends, sockets = suffering.workers, suffering.ends, suffering.sockets
        self._ask, post, take = self.world.ask, workers.post, ends.post
        execute, make = CursorWrapper.execute, BaseCache.make_and_validate_key

        def counted(cursor: Any, sql: Any, params: Any = None) -> Any:
            if (statements := STATEMENTS.get()) is not None:
                statements.append(1)
            return execute(cursor, sql, params)

        def named(cache: Any, key: Any, version: Any = None) -> Any:
            if not LIMIT.match(str(key)):
                self.keys.append(str(key))
            return make(cache, key, version)

        def sent(message: Any) -> None:
            self.meet("", f"message {message.task}", f"{message.body} {message.due}".encode())
            post(message)

        def posted(url: str, body: bytes, headers: Mapping[str, str]) -> outgoing.Answer:
            told = f"{url} {sorted(headers.items())}".encode()
            self.meet("", "post", told + body)
            return take(url, body, headers)

        self.scheduler.before.insert(0, self._begin)
        self.scheduler.before.append(self._act)
        self.scheduler.after.append(self._end)
        with ExitStack() as stack:
            for target, name, new in (
                (os, "urandom", self.chance.draw),
                (random, "_urandom", self.chance.draw),
                (Commitment, "digest", property(_ideal_digest)),
                (CursorWrapper, "execute", counted),
                (BaseCache, "make_and_validate_key", named),
                (workers, "post", sent),
                (ends, "post", posted),
                (self.world, "ask", self.ask),
                (sockets, "heard", self.hear),
            ):
                stack.enter_context(patch.object(target, name, new))
            logger = logging.getLogger()
            logger.addHandler(log := _Log(self))
            stack.callback(logger.removeHandler, log)
            yield

    def _act(self, _called: str) -> None:
        self.is_before = False

    def _begin(self, _called: str) -> None:
        self.is_before = True
        self.chance.restart(f"{self.seed} event {self.scheduler.done}")
        self.keys.clear()
        self._said = len(mail.outbox)

    def _end(self, name: str) -> None:
        for letter in mail.outbox[self._said :]:
            told = (letter.subject, letter.body, letter.to, sorted(letter.extra_headers.items()))
            self.meet("", f"mail {letter.subject}", repr(told).encode())
        if not name.startswith("10."):
            self.meet(
                "", f"keys in the cache of {name.split(maxsplit=1)[0]}", repr(self.keys).encode()
            )

    def take(self) -> list[str]:
        """What was found since this was last asked."""
        found, self.faults = self.faults, []
        return found

    def asked_once(self, asked: tuple[Any, ...]) -> tuple[Answer, int]:
        """One request as it is, by chances of its own; and how many statements it took."""
        self.asked += 1
        self.chance.restart(f"{self.seed} request {self.asked}")
        statements: list[int] = []
        token = STATEMENTS.set(statements)
        try:
            return self._ask(*asked), len(statements)
        finally:
            STATEMENTS.reset(token)

    def _moment(self, page: Open) -> tuple[int, int, bool]:
        """Which page is told something, and when: before an event, or after it."""
        return page.number, self.scheduler.done, self.is_before

    def ask(self, *asked: Any) -> Answer:
        """What somebody is answered."""
        raise NotImplementedError

    def hear(self, page: Open, events: Frames) -> Frames:
        """What the site says to an open page by itself."""
        raise NotImplementedError

    def meet(self, who: str, what: str, blob: bytes, answer: Answer | None = None) -> Heard | None:
        """Something has left the site."""
        raise NotImplementedError


class _Log(logging.Handler):
    """Hands on what is logged, whatever its level."""

    def __init__(self, ear: Ear) -> None:
        super().__init__(logging.DEBUG)
        self.ear = ear

    def emit(self, record: logging.LogRecord) -> None:
        """Hand it on as it is printed."""
        self.ear.meet("", f"log of {record.name}", self.format(record).encode())


def _bytes_of(answer: Answer, statements: int) -> bytes:
    head = f"{answer.status} {sorted(answer.headers.items())} {answer.cookies} {statements} "
    return head.encode() + answer.body


class Keeping(Ear):
    """The ear of the first season."""

    def __init__(self, seed: int, first: First) -> None:
        super().__init__(seed)
        self.first = first

    def ask(self, method: str, path: str, body: bytes, headers: Any, address: str) -> Answer:
        """Answer, and keep it."""
        answer, statements = self.asked_once((method, path, body, headers, address))
        found = MOVE.match(path)
        if found and method == "POST":
            move = dict(parse_qsl(body.decode())).get("move", "")
            if move.startswith("setup:"):
                self.first.placed[found[1], address] = move
        self.meet(address, f"{method} {path}", _bytes_of(answer, statements), answer)
        return answer

    def hear(self, page: Open, events: Frames) -> Frames:
        """What an open page is told, in one piece for each event."""
        if events:
            self.first.frames[self._moment(page)] = events
        return events

    def meet(self, who: str, what: str, blob: bytes, answer: Answer | None = None) -> Heard | None:
        """Keep it."""
        self.first.heard.append(Heard(self.scheduler.done, who, what, blob, answer))
        return None


class Comparing(Ear):
    """The ear of the second season."""

    def __init__(self, seed: int, first: First, secrets: list[Secret]) -> None:
        super().__init__(seed)
        self.first, self.secrets = first, secrets
        self.owners = {_number(secret.address) for secret in secrets}
        self.compared = self.besides = 0
        self._at = 0
        self._dice = random.Random(seed)
        self._is_besides = False

    def ask(self, method: str, path: str, body: bytes, headers: Any, address: str) -> Answer:
        """Answer as in the first season, and compare what would have been answered."""
        sent = self._other(path, body, address)
        answer, statements = self.asked_once((method, path, sent, headers, address))
        kept = self.meet(address, f"{method} {path}", _bytes_of(answer, statements), answer)
        if kept is None or kept.answer is None:
            return answer
        if answer.status != kept.answer.status:
            self.faults.append(
                f"twins part at {method} {path}: {kept.answer.status}, then {answer.status}"
            )
        if method == "GET" and MATCH.match(path) and _number(address) in self.owners:
            self._besides(path, headers, address, answer)
        return kept.answer

    def hear(self, page: Open, events: Frames) -> Frames:
        """Tell the page what it was told in the first season, and compare."""
        kept = self.first.frames.get(self._moment(page), [])
        if _number(page.window.address) not in self.owners:
            self.compared += bool(kept)
            if repr(events) != repr(kept):
                told = _difference(repr(kept).encode(), repr(events).encode())
                self.faults.append(f"what {page.path} tells {page.who.name} differs: {told}")
        return kept

    def _other(self, path: str, body: bytes, address: str) -> bytes:
        """What is sent instead of *body*."""
        for secret in self.secrets:
            if secret.address == address and f"/{secret.uid}/move/" in path:
                pairs = parse_qsl(body.decode(), keep_blank_values=True)
                changed = [
                    (name, secret.after if value == secret.before else value)
                    for name, value in pairs
                ]
                return urlencode(changed).encode()
        return body

    def _besides(self, path: str, headers: Any, address: str, answer: Answer) -> None:
        """Do something in secret that was not done in the first season: tries, drafts, notes."""
        if self._dice.random() > BESIDES:
            return
        page = Page(answer.status, path, answer.headers, answer.body)
        tokens = [form.fields.get("csrfmiddlewaretoken", [""])[0] for form in page.forms()]
        token = next(filter(None, tokens), "")
        told = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
        told |= {"Origin": "http://127.0.0.1:8000"}
        act, fields = self._dice.choice(
            (
                ("note", {"text": f"mine {self._dice.random()}", "move": "1"}),
                ("setup", {"do": "random"}),
                ("setup", {"do": "mirror"}),
                ("move", {"move": "a1h6", "seat_ply": "1", "key": f"try-{self._dice.random()}"}),
            )
        )
        body = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        self._is_besides, keys = True, list(self.keys)
        try:
            self.chance.restart(f"besides {self.besides}")
            self._ask("POST", f"{path}{act}/", body, told, address)
            self.besides += 1
        finally:
            self._is_besides, self.keys[:] = False, keys

    def meet(self, who: str, what: str, blob: bytes, answer: Answer | None = None) -> Heard | None:
        """Compare it with what left the site in the first season at that place."""
        if self._is_besides and what.startswith("log of"):
            return None  # a refused try is logged as such
        if self._at >= len(self.first.heard):
            self.faults.append(f"{what} was not there in the first season")
            return None
        kept = self.first.heard[self._at]
        self._at += 1
        here = self.scheduler.done
        if (kept.event, kept.who, kept.what) != (here, who, what):
            self.faults.append(
                f"in event {here} {who} {what}, in the first season"
                f" in event {kept.event} {kept.who} {kept.what}"
            )
        elif not (who and _number(who) in self.owners) and not OPENED.search(what):
            self.compared += 1
            if kept.blob != blob:
                self.faults.append(f"{who} {what} differs: {_difference(kept.blob, blob)}")
        return kept


def _difference(one: bytes, other: bytes) -> str:
    """The first places in which they differ, with what stands before."""
    left, right = one.decode(errors="replace"), other.decode(errors="replace")
    found = []
    for tag, i, j, k, m in SequenceMatcher(
        None, left[:200_000], right, autojunk=True
    ).get_opcodes():
        if tag != "equal":
            found.append(f"…{left[max(0, i - 60) : i]}[{left[i:j][:80]} | {right[k:m][:80]}]")
    return " ".join(found[:3])


def secrets_of(first: First, seed: int, owners: int) -> Iterator[Secret]:
    """Other armies for people of one parity, in matches that go on at the end of the season."""
    for match in Match.objects.filter(status="active", game__in=HIDDEN_GAMES).order_by("pk"):
        plies = list(SealedPly.objects.filter(match=match).values_list("seat", "move"))
        if any(move is None for _seat, move in plies):
            continue
        for (uid, address), move in sorted(first.placed.items()):
            seat = next((seat for seat, made in plies if made == move), None)
            if uid != match.uid or seat is None or _number(address) % 2 != owners:
                continue
            if other := _twin(match, plies, seat, f"{seed} {uid}"):
                yield Secret(address, uid, move, other)


def _number(address: str) -> int:
    """Whose address it is."""
    _ten, block, rest, _device = address.split(".")
    return int(block) * 250 + int(rest)


def _twin(match: Match, plies: list[tuple[int, str]], seat: int, label: str) -> str | None:
    """The other army of *seat*; None if there is none of which nobody would be told."""
    referee = Referee(match)
    sealed = SealedPosition.objects.get(match=match)
    world = begun(referee._engine, bytes(sealed.seed), referee._terms)
    for who, move in plies:
        world = world.after(Seat(who), move)
    eyes = [viewer for viewer in (*world.viewers, BYSTANDER) if viewer != Viewer.of(Seat(seat))]
    twin = twin_of(world, dict.fromkeys(eyes), Dice(label.encode(), "twin"))
    if twin is None:
        return None
    return next(text for who, text in twin.acts if who == seat)


@dataclass
class Twins:
    """What came of both seasons."""

    first: Report
    second: Report | None = None
    secrets: list[Secret] = field(default_factory=list)
    compared: int = 0
    besides: int = 0

    @property
    def faults(self) -> list[str]:
        """What is wrong in either, or differs."""
        return (self.second or self.first).faults

    def line(self) -> str:
        """Both in one line."""
        return (
            f"twins of seed {self.first.plan.seed}: {len(self.secrets)} other armies, "
            f"{self.besides} things done in secret besides, {self.compared} answers, mails, posts, "
            f"logs, messages and keys compared in {self.first.seconds:.1f} s and "
            f"{self.second.seconds if self.second else 0:.1f} s"
        )


def play_twins(plan: Plan, *, plant: AbstractContextManager[object] | None = None) -> Twins:
    """Play both seasons of *plan*; those whose secrets differ follow from its seed."""
    first = First()
    secrets: list[Secret] = []
    keeping = Keeping(plan.seed, first)

    def look_for_secrets() -> None:
        secrets.extend(secrets_of(first, plan.seed, plan.seed % 2))

    with patch.object(habits, "GAMES", (*HIDDEN_GAMES, *HIDDEN_GAMES)), plant or ExitStack():
        report = play(plan, beside=keeping.listening, at_the_end=look_for_secrets)
        twins = Twins(report, secrets=secrets)
        if report.faults or not secrets:
            return twins
        comparing = Comparing(plan.seed, first, secrets)
        twins.second = play(plan, beside=comparing.listening, also=comparing.take)
    twins.compared, twins.besides = comparing.compared, comparing.besides
    return twins


@contextmanager
def a_mail_tells_of_the_army() -> Iterator[None]:
    """A mail about a match has a number that follows from all that stands on its board."""
    write = by_mail.mail_for

    def planted(user: Any, notices: Any, **rest: Any) -> Any:
        letter = write(user, notices, **rest)
        for notice in notices:
            sealed = SealedPosition.objects.filter(match=notice.match_id).first()
            letter.body += f"\n{crc32(repr(sealed and sealed.data).encode())}"
        return letter

    with patch.object(by_mail, "mail_for", planted):
        yield


@contextmanager
def a_webhook_tells_of_the_army() -> Iterator[None]:
    """What is posted about a match has such a number as well."""
    write = by_webhook.news_of

    def planted(delivery: Any) -> Any:
        news = write(delivery)
        sealed = SealedPosition.objects.filter(match=delivery.notice.match_id).first()
        told = crc32(repr(sealed and sealed.data).encode())
        return replace(news, text=f"{news.text} {told}")

    with patch.object(by_webhook, "news_of", planted):
        yield


@contextmanager
def the_log_tells_of_the_army() -> Iterator[None]:
    """A move is logged with a number that follows from all that stands on its board."""
    record = Referee._record

    def planted(self: Any, *args: Any, **rest: Any) -> Any:
        found = record(self, *args, **rest)
        logging.getLogger("games.match").warning("%d", crc32(repr(self._sealed.data).encode()))
        return found

    with patch.object(Referee, "_record", planted):
        yield


@contextmanager
def a_frame_tells_of_the_army() -> Iterator[None]:
    """As many blanks end the counts that a page is told as follow from all that stands on the
    boards of its reader."""

    async def planted(socket: DeskConsumer, counts: tuple[int, int]) -> None:
        boards, unread = counts
        blanks = await database_sync_to_async(_blanks)(socket.user_id)
        if not socket.is_closed:
            await socket.send(text_data=json.dumps({"desk": boards, "bell": unread}) + blanks)

    with patch.object(DeskConsumer, "tell", planted):
        yield


def _blanks(user_id: int | None) -> str:
    boards = SealedPosition.objects.filter(match__players__user=user_id).order_by("match")
    return " " * (crc32(repr([board.data for board in boards]).encode()) % 256)


LEAKS = {
    leak.__name__.replace("_", "-"): leak
    for leak in (
        a_mail_tells_of_the_army,
        a_webhook_tells_of_the_army,
        the_log_tells_of_the_army,
        a_frame_tells_of_the_army,
    )
}
"""Leaks to be planted, which twins have to find."""
