"""Two browsers at one match, playing what was written beforehand as fast as they can."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.running.people import Person, held_after, holds_after, new_key, nudged, version_of
from tests.running.wire import Reply

GATHER_FOR = 15.0
"""Seconds for which the page gathers what it says that somebody has seen (static/js/live.js)."""
OPENING_AT_ONCE = 4
"""Pages that are being opened at the same time."""


@dataclass
class Stopwatch:
    """Measures for so many seconds, once everybody has opened the pages and warmed up."""

    seconds: float
    warm_up: float
    everybody: asyncio.Barrier
    opening: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(OPENING_AT_ONCE))
    other_holds: list[float] = field(default_factory=list)
    own_answer: list[float] = field(default_factory=list)
    _began: float | None = None

    async def begin(self) -> None:
        """To be awaited by everybody: the time begins for all at once."""
        if self._began is None:
            await self.everybody.wait()
            self._began = self._began or time.perf_counter()

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._elapsed > self.warm_up + self.seconds

    def note(self, into: list[float], began: float) -> None:
        """Something that began at *began* is done now."""
        if self.warm_up < self._elapsed and not self.is_over:
            into.append(time.perf_counter() - began)

    @property
    def _elapsed(self) -> float:
        return time.perf_counter() - (self._began or time.perf_counter())


class Browser:
    """One side of a match page. It asks for what the real one asks for: besides the boards,

    when it has been told of a move it says that somebody is looking, and no more within
    GATHER_FOR. The counts in its frame come over the desk's socket.
    """

    def __init__(
        self, person: Person, uid: str, match: ClientConnection, desk: ClientConnection
    ) -> None:
        self._person, self._uid, self._match, self._desk = person, uid, match, desk
        self._answer: asyncio.Task[None] | None = None
        self._held = self._holds = ""
        self._told_at = -GATHER_FOR
        self._aside = [asyncio.create_task(self._attend_desk())]

    @classmethod
    async def opened(cls, person: Person, uid: str, sockets: AsyncExitStack) -> Browser:
        """The page of match *uid*, listening."""
        match = await sockets.enter_async_context(person.listen(f"/ws/matches/{uid}/"))
        desk = await sockets.enter_async_context(person.listen("/ws/desk/"))
        return cls(person, uid, match, desk)

    async def look(self) -> int:
        """Fetch the board as it stands; its version."""
        return self._show(await self._person.board(self._uid, held=self._held, holds=self._holds))

    async def follow(self, version: int) -> None:
        """Wait for word of *version*, then hold the board it speaks of."""
        await nudged(self._match, version)
        assert await self.look() >= version
        if time.perf_counter() - self._told_at > GATHER_FOR:
            self._told_at = time.perf_counter()
            self._do_aside(self._person.see(self._uid))

    def move(self, text: str, seat_ply: int, watch: Stopwatch) -> None:
        """Send a move; its answer is read when it comes."""
        self._answer = asyncio.create_task(self._move(text, seat_ply, watch))

    async def settle(self) -> None:
        """Until the answer to the last move is here."""
        if self._answer is not None:
            await self._answer

    async def close(self) -> None:
        """Let nothing run on."""
        await self.settle()
        for task in self._aside:
            task.cancel()
        await asyncio.wait(self._aside)

    async def _move(self, text: str, seat_ply: int, watch: Stopwatch) -> None:
        began = time.perf_counter()
        sent = self._person.move(
            self._uid, text, seat_ply, new_key(), held=self._held, holds=self._holds
        )
        self._show(await sent)
        watch.note(watch.own_answer, began)

    def _show(self, reply: Reply) -> int:
        """The version that is on the page now."""
        assert reply.status == 200, (reply.status, dict(reply.headers))
        self._held, self._holds = held_after(reply), holds_after(reply)
        return version_of(reply)

    def _do_aside(self, request: Coroutine[Any, Any, Reply]) -> None:
        waiting, *others = self._aside
        self._aside = [waiting, *(task for task in others if not task.done())]
        self._aside.append(asyncio.create_task(request))  # type: ignore[arg-type]

    async def _attend_desk(self) -> None:
        async for frame in self._desk:
            assert set(json.loads(frame)) == {"desk", "bell"}


async def play_out(
    people: Sequence[Person], uid: str, script: Sequence[str], watch: Stopwatch, pause: float
) -> None:
    """Play match *uid* until its script or the time is over, *pause* seconds before each move."""
    async with AsyncExitStack() as sockets:
        async with watch.opening:
            sides = [await Browser.opened(person, uid, sockets) for person in people]
            version = max([await side.look() for side in sides])
        await watch.begin()
        await asyncio.sleep(random.uniform(0, pause))
        for number, text in enumerate(script):
            await asyncio.sleep(pause)
            if watch.is_over:
                break
            mover, other = sides[number % 2], sides[1 - number % 2]
            await mover.settle()
            began = time.perf_counter()
            mover.move(text, number // 2 + 1, watch)
            await other.follow(version + number + 1)  # each ply is one version
            watch.note(watch.other_holds, began)
        for side in sides:
            await side.close()
