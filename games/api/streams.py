"""Waiting for news without holding any of the threads that pages are made in.

Whoever waits is told to look when there is something to see, by the same nudges as open pages.
What is then said is made by the ordinary operation: a stream is one GET after the other.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.common.requests import whole_number
from accounts.models import User
from accounts.sanctions.rights import is_shut_out
from accounts.sign_in.tokens import Scope as TokenScope
from accounts.sign_in.tokens import good_ones, token_of
from games.api import connections
from games.api.counts import WAITING
from games.api.middleware import PROGRAMS, SCHEME
from games.api.problems import problem
from games.common import live
from games.match.reading.selectors import seats_held
from games.match.reading.visibility import out_of_sight
from games.matchpage.selectors.board import watched_match

logger = logging.getLogger(__name__)

LONGEST_WAIT = 25
BEAT = 15.0
"""Seconds after which a stream says an empty line, so that nobody between takes it for dead."""
NOT_OF_STREAMS = (b"content-type", b"content-length", b"etag")
"""Headers of one answer, which a stream of many cannot have."""
LEFT = 0
"""In the place of a status, where the client has left before there was an answer."""
EVERY = 2.0
"""Seconds between two looks whether those who wait still may."""
HOLDS = connections.STANDS / 3
"""Seconds after which they hold on to their places."""
AT_ONCE = 4
"""How many of a loop ask at the same time, so that pages have threads left after a nudge to all."""
PATHS = re.compile(
    rf"\A{PROGRAMS}(?:(?P<poll>events)|(?P<events>stream/events)|matches/(?P<uid>[-\w]+)/stream)\Z",
    re.ASCII,
)


class Wanted(NamedTuple):
    """The news that a request waits for."""

    is_poll: bool
    uid: str
    """The match, or "" for all that is new."""
    after: str
    wait: float
    is_sse: bool

    @property
    def path(self) -> str:
        """The operation that says what there is."""
        return f"{PROGRAMS}matches/{self.uid}" if self.uid else f"{PROGRAMS}events"


@dataclass(eq=False, slots=True)
class Listener:
    """One connection that waits, and what it stands on."""

    token: int
    user: int
    uid: str
    seat: int | None
    place: str = ""
    """Where it is counted (`games.api.connections`)."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it may wait no longer."""

    @property
    def groups(self) -> list[str]:
        """Return the groups of the channel layer to listen to."""
        mine = [live.user_group(self.user)]
        return [*mine, live.match_group(self.uid, self.seat)] if self.uid else mine


class Waiting:
    """All who wait on one event loop, looked at together every two seconds."""

    def __init__(self) -> None:
        self._all: set[Listener] = set()
        self._rechecking: asyncio.Task[None] | None = None
        self.asking = asyncio.Semaphore(AT_ONCE)

    def joins(self, listener: Listener) -> None:
        """It waits from now on."""
        self._all.add(listener)
        WAITING.inc()
        if self._rechecking is None:
            self._rechecking = asyncio.ensure_future(self._rechecks())

    def leaves(self, listener: Listener) -> None:
        """It waits no more."""
        self._all.discard(listener)
        WAITING.dec()

    async def _rechecks(self) -> None:
        loop = asyncio.get_running_loop()
        held_at = loop.time()
        while self._all:
            await asyncio.sleep(EVERY)
            try:
                for listener in await database_sync_to_async(stray)(list(self._all)):
                    listener.over.set()
                if loop.time() - held_at > HOLDS:
                    held_at = loop.time()
                    places = [listener.place for listener in self._all]
                    await database_sync_to_async(connections.hold)(places)
            except Exception:
                logger.warning(
                    "streams could not be looked at; the next recheck will", exc_info=True
                )
        self._rechecking = None


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Waiting] = WeakKeyDictionary()


def waiting() -> Waiting:
    """Those of the running loop."""
    return _of_loops.setdefault(asyncio.get_running_loop(), Waiting())


def stray(listeners: Sequence[Listener]) -> list[Listener]:
    """Those whose token is gone, whose owner is shut out, or who see the match otherwise now."""
    now = timezone.now()
    good = good_ones({listener.token for listener in listeners}, now)
    of_matches = [listener for listener in listeners if listener.uid]
    held = seats_held({listener.uid for listener in of_matches})
    lost = out_of_sight({(each.uid, each.user) for each in of_matches if each.seat is None})
    return [
        each
        for each in listeners
        if each.token not in good
        or (each.uid and held.get((each.uid, each.user)) != each.seat)
        or (each.uid and each.seat is None and (each.uid, each.user) in lost)
    ]


def streaming(pages: Any) -> ASGI3Application:
    """*pages*, but whoever asks to wait does so here."""

    async def enter(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        wanted = wanted_by(scope)
        listener = wanted and await database_sync_to_async(open_for)(scope, wanted)
        if not wanted or not listener:
            await pages(scope, receive, send)  # which says why not, where it is refused
            return
        if not listener.place:
            await _answer(send, await database_sync_to_async(too_many)(scope))
            return
        waiting().joins(listener)
        try:
            await _Connection(pages, scope, receive, send, wanted, listener).serve()
        finally:
            waiting().leaves(listener)
            await database_sync_to_async(connections.free)(listener.place)

    return enter


def wanted_by(scope: Any) -> Wanted | None:
    """Return what the request waits for; None if it answers at once."""
    found = PATHS.match(scope["path"]) if scope["method"] == "GET" else None
    if found is None:
        return None
    query = parse_qs(scope["query_string"].decode("latin-1"))
    after, wait = query.get("after", [""])[0], query.get("wait", ["0"])[0]
    seconds = whole_number(wait, 2)
    if found["poll"] and (not after or not 0 < seconds <= LONGEST_WAIT):
        return None
    is_sse = b"text/event-stream" in _header(scope, b"accept")
    return Wanted(bool(found["poll"]), found["uid"] or "", after[:40], seconds, is_sse)


def _header(scope: Any, name: bytes) -> bytes:
    return next((value for key, value in scope["headers"] if key == name), b"")


def open_for(scope: Any, wanted: Wanted) -> Listener | None:
    """Return a listener; None for whoever may not listen, as the operation itself will say.

    It has no place where its token has as many connections as it may.
    """
    given = _header(scope, b"authorization").decode("latin-1")
    if given[: len(SCHEME)].lower() != SCHEME:
        return None
    token = token_of(given[len(SCHEME) :].strip(), timezone.now())
    if token is None or is_shut_out(token.user) or TokenScope.READ not in token.scope_names:
        return None
    seat = None
    if wanted.uid:
        watched = watched_match(wanted.uid, token.user)
        if watched is None:
            return None
        seat = watched.seat
    return Listener(token.pk, token.user_id, wanted.uid, seat, connections.take(token.pk))


def too_many(scope: Any) -> HttpResponse:
    """That the token has as many connections as it may."""
    request = ASGIRequest(scope, io.BytesIO())
    with translation.override(translation.get_language_from_request(request)):
        detail = _("This token waits for news as often as it may. Close a stream first.")
        facts = {"key": "streams", "seconds": LONGEST_WAIT}
        headers = {"Retry-After": str(LONGEST_WAIT), "Cache-Control": "no-store"}
        return problem(429, "too-many", detail, more=facts, headers=headers)


async def _answer(send: Any, response: HttpResponse) -> None:
    headers = [(k.lower().encode(), v.encode()) for k, v in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


class _Connection:
    """One request that waits."""

    def __init__(
        self, pages: Any, scope: Any, receive: Any, send: Any, wanted: Wanted, listener: Listener
    ) -> None:
        self.pages, self.scope, self.receive, self.send = pages, scope, receive, send
        self.wanted, self.listener = wanted, listener
        self.layer = get_channel_layer()

    async def serve(self) -> None:
        """Hear nudges for as long as it lasts."""
        channel = await self.layer.new_channel()
        for group in self.listener.groups:
            await self.layer.group_add(group, channel)
        self.nudge = asyncio.ensure_future(self.layer.receive(channel))
        self.channel = channel
        await self.receive()  # the body, which is empty
        self.gone = asyncio.ensure_future(self.receive())
        self.over = asyncio.ensure_future(self.listener.over.wait())
        try:
            await (self._poll() if self.wanted.is_poll else self._stream())
        finally:
            for task in (self.nudge, self.gone, self.over):
                task.cancel()
            for group in self.listener.groups:
                await self.layer.group_discard(group, channel)

    async def _nudged(self, seconds: float) -> dict[str, Any] | None:
        """The nudge; an empty one if there was none, None once nobody listens any more."""
        waits = {self.nudge, self.gone, self.over}
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if self.gone.done() or self.over.done():
            return None
        if not self.nudge.done():
            return {}
        nudge: dict[str, Any] = self.nudge.result()
        self.nudge = asyncio.ensure_future(self.layer.receive(self.channel))
        return nudge

    # a long poll

    async def _poll(self) -> None:
        """Wait until something is different, then let the operation answer."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.wanted.wait
        while await database_sync_to_async(self._cursor)() == self.wanted.after:
            nudged = await self._nudged(max(until - loop.time(), 0))
            if self.gone.done():
                return
            if not nudged:
                break
        await self.pages(self.scope, _empty_body(self.gone), self.send)

    def _cursor(self) -> str:
        from games.api.events import events_of  # with all that describes the API

        user = User.objects.get(pk=self.listener.user)
        return events_of(user, timezone.now()).cursor

    # a stream

    async def _stream(self) -> None:
        """Say what there is at first and after every nudge, where it is something else."""
        said, is_begun = self.wanted.after, False
        while True:
            status, headers, body = await self._get()
            if not is_begun:
                if status == LEFT:
                    return
                if status != 200:
                    await self._pass_on(status, headers, body)
                    return
                await self._begin(headers)
                is_begun = True
            if status not in (200, 429):
                break
            mark = _mark(headers, body)
            if status == 200 and mark != said:
                said = mark
                await self._say(body, mark)
            if not await self._beats(said):
                break
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _beats(self, said: str) -> bool:
        """Say that one is there until something has happened; whether anybody listens.

        What has happened to a match is said to be coming, as pages are told: with its version.
        """
        while not (nudged := await self._nudged(BEAT)):
            if nudged is None:
                return False
            await self._write(b":\n\n" if self.wanted.is_sse else b"\n")
        version = nudged.get("version")
        if nudged.get("match") == self.wanted.uid and version and version > int(said or 0):
            text = json.dumps({"match": self.wanted.uid, "version": version}).encode()
            await self._write(
                b"event: nudge\ndata: %s\n\n" % text if self.wanted.is_sse else text + b"\n"
            )
        return True

    async def _begin(self, headers: Sequence[tuple[bytes, bytes]]) -> None:
        kind = b"text/event-stream" if self.wanted.is_sse else b"application/x-ndjson"
        kept = [(k, v) for k, v in headers if k.lower() not in NOT_OF_STREAMS]
        fields = [*kept, (b"content-type", kind), (b"x-accel-buffering", b"no")]
        await self.send({"type": "http.response.start", "status": 200, "headers": fields})

    async def _say(self, body: bytes, mark: str) -> None:
        if self.wanted.is_sse:
            name = b"match" if self.wanted.uid else b"events"
            body = b"event: %s\nid: %s\ndata: %s\n" % (name, mark.encode(), body)
        await self._write(body + b"\n")

    async def _write(self, text: bytes) -> None:
        await self.send({"type": "http.response.body", "body": text, "more_body": True})

    async def _pass_on(self, status: int, headers: Any, body: bytes) -> None:
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body, "more_body": False})

    async def _get(self) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """What the operation answers now."""
        path = self.wanted.path
        without = [(k, v) for k, v in self.scope["headers"] if k != b"if-none-match"]
        query = b"" if self.wanted.uid else self.scope["query_string"]
        scope = {**self.scope, "path": path, "raw_path": path.encode(), "query_string": query}
        scope["headers"] = without
        sent: list[Any] = []

        async def keep(event: Any) -> None:
            sent.append(event)

        async with waiting().asking:
            await self.pages(scope, _empty_body(self.gone), keep)
        if not sent:
            return LEFT, [], b""
        body = b"".join(event.get("body", b"") for event in sent[1:])
        return sent[0]["status"], list(sent[0]["headers"]), body


def _mark(headers: Sequence[tuple[bytes, bytes]], body: bytes) -> str:
    """What tells this from what was said before: the version of a match, or the cursor."""
    for name, value in headers:
        if name.lower() == b"etag":
            return value.decode().strip('"')
    found = re.search(rb'"cursor": ?"([0-9a-f]+)"', body)
    return found[1].decode() if found else ""


def _empty_body(gone: asyncio.Future[Any]) -> Any:
    """A `receive` for the operation: no body, and then word that the client has left."""
    begun = False

    async def receive() -> Any:
        nonlocal begun
        if not begun:
            begun = True
            return {"type": "http.request", "body": b"", "more_body": False}
        return await asyncio.shield(gone)

    return receive
