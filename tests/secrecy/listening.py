"""Streams of programs while people play on: every line that is said, in the order it comes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any
from unittest.mock import patch

import channels.db
from asgiref.sync import async_to_sync, sync_to_async
from django.core import signals
from django.core.cache import cache

from config import request_gate
from config.asgi import application
from games.api import streams
from games.api.streams import _Connection
from tests.secrecy.house import Showcase
from tests.secrecy.scripts import MARK, PATIENCE, Act, Received, mark_all
from tests.secrecy.worlds import World


class Stream:
    """One stream that a program of *viewer* has opened."""

    def __init__(self, showcase: Showcase, viewer: str, path: str) -> None:
        secret = showcase.house.tokens[viewer]
        headers = {"host": "testserver", "authorization": f"Bearer {secret}"}
        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "http_version": "1.1",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
        }
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()
        self.asked = False
        self.task = asyncio.ensure_future(application(scope, self._receive, self.said.put))

    async def _receive(self) -> dict[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def begun(self) -> bool:
        """Whether it goes on: it was not refused."""
        return bool((await self._event())["status"] == 200)

    async def line(self) -> bytes | None:
        """What is said next, or None at the end; empty lines are left out."""
        while True:
            event = await self._event()
            if line := bytes(event.get("body", b"").strip()):
                return line
            if not event.get("more_body"):
                return None

    async def _event(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.said.get(), PATIENCE)

    async def stop(self) -> None:
        """Leave."""
        self.left.set()
        await asyncio.wait({self.task}, timeout=PATIENCE)


def sent_to_programs(
    showcase: Showcase,
    world: World,
    acts: Sequence[Act],
    viewers: Sequence[str],
    order: str = "one",
    *,
    lose: int | None = None,
) -> list[Received]:
    """Play *acts* in *world*: all lines of the streams of *viewers*.

    After act number *lose* they have no right to listen any more. Nudges reach streams once their
    act is done.
    """
    honest, kinds = _Connection._nudged, {True: "match", False: "desk"}
    done = asyncio.Event()

    async def nudged(self: _Connection, seconds: float) -> dict[str, Any] | None:
        while nudge := await honest(self, seconds):
            await done.wait()
            if nudge.get("type") != "mark.reached":
                return nudge
            if nudge["to"] == kinds[bool(self.wanted.uid)]:
                await self._write(MARK + b"\n")
        return nudge

    # all share the connection of the test, in its own thread, which sees what is not committed
    with (
        showcase.showing(world, order),
        patch.object(channels.db, "close_old_connections"),
        patch.object(signals.request_started, "send", _say_nothing),
        patch.object(signals.request_finished, "send", _say_nothing),
        patch.object(request_gate, "ThreadSensitiveContext", _in_this_thread),
        patch.object(streams._Connection, "_nudged", nudged),
    ):
        cache.clear()
        return async_to_sync(_listen)(showcase, acts, viewers, lose, done)


def _say_nothing(*about: Any, **rest: Any) -> None:
    """In the place of signals after which connections are closed."""


def _in_this_thread(executor: Any) -> nullcontext[None]:
    return nullcontext()


async def _listen(
    showcase: Showcase,
    acts: Sequence[Act],
    viewers: Sequence[str],
    lose: int | None,
    done: asyncio.Event,
) -> list[Received]:
    base = "/api/v1/"
    opened = {
        f"{viewer} at {path}": Stream(showcase, viewer, base + path)
        for viewer in viewers
        for path in (f"matches/{showcase.match.uid}/stream", "stream/events")
    }
    going = {name: stream for name, stream in opened.items() if await stream.begun()}
    received = [
        Received(f"first line to {name}", await each.line() or b"") for name, each in going.items()
    ]
    done.set()
    received += await _said_since(showcase, going, "opening")
    for number, act in enumerate(acts):
        done.clear()
        await sync_to_async(act.do)(showcase, number)
        done.set()
        if number == lose:
            await asyncio.wait({stream.task for stream in going.values()}, timeout=GOES)
        received += await _said_since(showcase, going, f"act {number} ({act.path} by {act.who})")
    for stream in opened.values():
        await stream.stop()
    return received


async def _said_since(showcase: Showcase, going: dict[str, Stream], place: str) -> list[Received]:
    mark_all(showcase)
    received = []
    for name, stream in list(going.items()):
        while (line := await stream.line()) not in (MARK, None):
            received.append(Received(f"line to {name} after {place}", line or b""))
        if line is None:
            del going[name]
    return received


GOES = 5.0
"""Seconds in which whoever may not listen any more has been sent away."""
