"""People of the town at their pages at real time, over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.running.houses import Door
from tests.town.days import visit
from tests.town.people import Life, Person, Town
from tests.town.sockets import DESK, MATCH, VERSION
from tests.town.windows import Window
from tests.walk.browser import Asked, Browser, Page, Refused

SEED = 54
"""A usual town."""
BETWEEN = 20.0
"""Seconds between two visits of somebody, about."""
SENT = ("Cookie", "X-Forwarded-Proto", "X-Forwarded-For")
"""With a socket."""


def settled(
    doors: Sequence[Door], sessions: Sequence[str], within: float, evening: Evening
) -> Town:
    """Let somebody come for each of the *sessions*, by turns to the *doors*, in so many seconds."""
    town = Town(cast(Any, None), cast(Any, evening))
    town.looked.append(evening.look)
    for number, session in enumerate(sessions):
        person = Person(town, number, 1.0)
        person.windows = [Live(person, doors[number % len(doors)], session, evening)]
        person.begin(_visits(person), timedelta(seconds=within * person.chance.random()))
    return town


def _visits(who: Person) -> Life:
    """One after the other."""
    for number in range(1_000_000):
        who.begin_visit(number)
        yield from visit(who)
        yield who.chance.expovariate(1 / BETWEEN)


class _Now:
    def __init__(self) -> None:
        self.began = self.now

    @property
    def now(self) -> datetime:
        return datetime.now(UTC)


class _Unheard:
    """What people say that they do."""

    def __getitem__(self, _place: int) -> str:
        return ""

    def __setitem__(self, _place: int, _said: str) -> None:
        pass


class Evening:
    """Time as it passes, in the place of a season's scheduler; and all pages that are open."""

    def __init__(self, loop: asyncio.AbstractEventLoop, people: int) -> None:
        self.loop, self.hands = loop, ThreadPoolExecutor(people)
        self.seed, self.clock, self.last = SEED, _Now(), _Unheard()
        self.asked: list[Asked] = []
        self.lost = self.opened = self.frames = 0
        self.open: dict[tuple[Live, str], asyncio.Task[None]] = {}
        """By their window, and where they hear."""

    def at(self, when: datetime, _name: str, act: Callable[[], object]) -> None:
        """Let *act* happen at *when*, in a thread of its own."""
        wait = max((when - self.clock.now).total_seconds(), 0.0)
        with suppress(RuntimeError):  # it is over
            self.loop.call_soon_threadsafe(self.loop.call_later, wait, self.hand, act)

    def hand(self, act: Callable[[], object]) -> None:
        """Let *act* happen now. Whoever has no answer, or is led in a circle, goes home."""

        def go() -> None:
            try:
                act()
            except (OSError, Refused):
                self.lost += 1

        with suppress(RuntimeError):  # it is over
            self.hands.submit(go)

    def look(self, who: Person, path: str, text: str) -> None:
        """Somebody was answered a page, and leaves it open in the place of the one before."""
        window, frame, board = cast(Live, who.window), DESK.search(text), MATCH.match(path)
        wanted = [frame[1]] if frame and window.has_scripts else []
        if wanted and board and VERSION.search(text):
            wanted.append(f"/ws/matches/{board[1]}/")
        if wanted and path == "/lobby/":
            wanted.append("/ws/lobby/")
        self.loop.call_soon_threadsafe(self._show, window, wanted)

    def _show(self, window: Live, wanted: Sequence[str]) -> None:
        for window_of, path in [key for key in self.open if key[0] is window]:
            if path not in wanted:
                self.open.pop((window_of, path)).cancel()
        for path in wanted:
            if (window, path) not in self.open:
                self.open[window, path] = self.loop.create_task(self._hear(window, path))

    async def _hear(self, window: Live, path: str) -> None:
        """What a page is told: of a board it fetches what is new after the first word."""
        site, board = (
            f"ws://127.0.0.1:{window.door.port}{path}",
            f"{path.removeprefix('/ws')}board/",
        )

        def fetch() -> None:
            window.ask("GET", board, headers={"HX-Request": "true"})

        with suppress(OSError, WebSocketException):
            async with connect(
                site,
                origin=cast(Any, window.door.origin),
                additional_headers={name: window.headers[name] for name in SENT},
                compression=None,
                open_timeout=None,
                ping_interval=None,
                proxy=None,
            ) as socket:
                self.opened += 1
                await socket.recv()
                async for _frame in socket:
                    self.frames += 1
                    if board.startswith("/matches/"):
                        self.hand(fetch)

    def end(self) -> None:
        """Everybody goes home at once."""
        self.hands.shutdown(wait=False, cancel_futures=True)
        for task in self.open.values():
            task.cancel()


class Live(Window):
    """A window of somebody signed in, which asks over the wire."""

    def __init__(self, who: Person, door: Door, session: str, evening: Evening) -> None:
        address = f"198.51.{who.number // 250}.{who.number % 250}"
        town = who.town
        super().__init__(town.world, town.noted, address, has_scripts=who.habits.has_scripts)
        self.door, self._note = door, evening.asked.append
        self.cookies[door.session_cookie] = session

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Page:
        """The answer to one request, redirections as they are. Raises OSError."""
        return Browser.ask(self, method, path, body, headers)
