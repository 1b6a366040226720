"""Open pages of matches: each holds a socket, and what it is told fits what it then fetches.

Whoever looks at a match leaves the page open until they look at another in that window, or close
it some hours later. A frame names the version that is to be seen; the page fetches the board then,
and must find that one, or a newer one. A board must never be newer than its page has been told.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from asgiref.sync import sync_to_async

from config.asgi import application
from tests.town.people import Person, Town
from tests.town.windows import Window
from tests.town.world import ORIGIN

MATCH = re.compile(r"/matches/([\w-]{10,})/$")
VERSION = re.compile(r'data-version="(\d+)"')
LOOKS = 0.05
"""The share of events after which an open page that was told nothing is looked at."""
ROUNDS = 4


@dataclass
class Open:
    """A page of a match that stands open, and its socket."""

    who: Person
    window: Window
    uid: str
    version: int
    """What it shows."""
    told: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    heard: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    task: Any = None
    is_closed: bool = False


class Sockets:
    """All that are open."""

    def __init__(self, town: Town, chance: Random) -> None:
        self.town, self.chance = town, chance
        self.world, self.scheduler = town.world, town.scheduler
        self.open: list[Open] = []
        self.opened = self.frames = self.looks = 0

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Inside, people with scripts leave their pages open."""
        self.town.looked.append(self.look)
        self.scheduler.after.insert(0, self.hear)
        try:
            yield
        finally:
            for page in list(self.open):
                self.close(page)

    # --- a page

    def look(self, who: Person, path: str, text: str) -> None:
        """Somebody was answered a page: what stood in the window before is gone."""
        window = who.window
        for page in [one for one in self.open if one.window is window]:
            self.close(page)
        found, shown = MATCH.match(path), VERSION.search(text)
        if found is None or shown is None or not window.has_scripts:
            return
        page = Open(who, window, found[1], int(shown[1]))
        self.open.append(page)
        self.opened += 1
        self._run(self._connect(page))
        hours = timedelta(hours=self.chance.expovariate(0.5))
        self.scheduler.at(
            self.scheduler.clock.now + hours, "a page is closed", lambda: self.close(page)
        )

    async def _connect(self, page: Open) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in page.window.cookies.items())
        scope = {
            "type": "websocket",
            "path": f"/ws/matches/{page.uid}/",
            "raw_path": f"/ws/matches/{page.uid}/".encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [
                (b"host", ORIGIN.partition("://")[2].encode()),
                (b"origin", ORIGIN.encode()),
                (b"cookie", cookie.encode("latin-1")),
            ],
            "client": (page.window.address, 40_001),
            "server": ("127.0.0.1", 8000),
            "subprotocols": [],
        }
        await page.told.put({"type": "websocket.connect"})
        page.task = asyncio.ensure_future(application(scope, page.told.get, page.heard.put))
        await _settled()

    def close(self, page: Open) -> None:
        """The page is left."""
        if page.is_closed:
            return
        page.is_closed = True
        self.open.remove(page)

        async def leave() -> None:
            await page.told.put({"type": "websocket.disconnect", "code": 1001})
            await _settled()
            if not page.task.done():
                page.task.cancel()
                await asyncio.gather(page.task, return_exceptions=True)

        self._run(leave())

    def _run(self, what: Any) -> None:
        self.world.loop.run_until_complete(what)

    # --- what is heard

    def hear(self, _name: str) -> None:
        """After an event: take the frames, fetch what they tell of, and compare."""
        if not self.open:
            return
        self._run(_settled())
        for page in list(self.open):
            versions = list(self._frames(page))
            if page.is_closed:
                continue
            if versions:
                self._fetch(page, max(versions), "was told of")
        if self.open and self.chance.random() < LOOKS:
            self._fetch(self.chance.choice(self.open), None, "shows")

    def _frames(self, page: Open) -> Iterator[int]:
        while not page.heard.empty():
            event = page.heard.get_nowait()
            if event["type"] == "websocket.close":
                self.close(page)
                return
            if event["type"] != "websocket.send":
                continue
            self.frames += 1
            frame = json.loads(event["text"])
            if frame.get("match") != page.uid or not set(frame) <= {"match", "version", "talk"}:
                page.who.broken(f"the socket of {page.uid} says {frame}")
            if "version" in frame:
                if frame["version"] < page.version:
                    page.who.broken(
                        f"the page of {page.uid} shows {page.version} and is told of {frame}"
                    )
                yield frame["version"]

    def _fetch(self, page: Open, told: int | None, how: str) -> None:
        """As the script of the page does: its board, by the same cookies."""
        answer = page.window.ask(
            "GET", f"/matches/{page.uid}/board/", headers={"HX-Request": "true"}
        )
        found = VERSION.search(answer.text)
        if answer.status != 200 or found is None:
            return  # it is not theirs to see any more; the socket looks for that within seconds
        self.looks += 1
        version, known = int(found[1]), page.version if told is None else told
        if version != known:
            page.who.broken(f"the page of {page.uid} {how} {known}, and fetches {version}")
        page.version = version


async def _nothing() -> None:
    await sync_to_async(lambda: None, thread_sensitive=True)()


async def _settled() -> None:
    """Until nothing is left to do that waits for no clock."""
    for _round in range(ROUNDS):
        for _step in range(4):
            await asyncio.sleep(0)
        await _nothing()
