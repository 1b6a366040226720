"""Open pages and streams: each holds a connection, and what it is told fits what it then fetches.

Whoever looks at a page with scripts leaves it open until they look at another in that window, or
close it some hours later; a program hears a stream. What is announced meanwhile is handed out after
each event. What an open page was told last has to be what it would be answered now, before the next
event, whatever it is about: the version of a board, the two counts of a frame, the offers of a
lobby, all that is new for a program.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from config.asgi import application
from games.common import live
from tests.town.people import Person, Town
from tests.town.windows import Window
from tests.town.world import ORIGIN

MATCH = re.compile(r"/matches/([\w-]{10,})/$")
VERSION = re.compile(r'data-version="(\d+)"')
DESK = re.compile(r'data-desk-socket="([^"]+)" data-user="([^"]*)"')
BUBBLE = re.compile(r'class="bubble"[^>]*>(\d+)<')
OFFERS = re.compile(r'href="(/lobby/seeks/[\w-]+/)')
LOOKS = 0.05
"""The share of events before which an open page is compared with what it would be answered."""
WAITS = timedelta(minutes=3)
"""For so long a page may show what is over by the clock alone, until a sweep has come."""


class Open:
    """Something that stands open, and its connection."""

    scheme = "websocket"

    def __init__(self, who: Person, window: Window, path: str, number: int) -> None:
        self.who, self.window, self.path, self.number = who, window, path, number
        self.to_site: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.from_site: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.task: Any = None
        self.is_closed = False
        self.shows: Any = None
        """What it was told or answered last; None before that."""
        self.doubted: datetime | None = None
        """Since when it has shown something else than it would be answered."""

    def headers(self) -> dict[str, str]:
        """What a browser sends with it."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.window.cookies.items())
        return {"origin": ORIGIN, "cookie": cookie}

    def scope(self) -> dict[str, Any]:
        """How it asks to be opened."""
        headers = {"host": ORIGIN.partition("://")[2], **self.headers()}
        return {
            "type": self.scheme,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [
                (name.encode(), value.encode("latin-1")) for name, value in headers.items()
            ],
            "client": (self.window.address, 40_001),
            "server": ("127.0.0.1", 8000),
            "subprotocols": [],
        }

    def begin(self) -> dict[str, Any]:
        """What its client says first."""
        return {"type": "websocket.connect"}

    def leave(self) -> dict[str, Any]:
        """What its client says last."""
        return {"type": "websocket.disconnect", "code": 1001}

    def is_end(self, event: dict[str, Any]) -> bool:
        """Whether the site closes it by *event*."""
        return event["type"] == "websocket.close"

    def frame_of(self, event: dict[str, Any]) -> Any:
        """What is said by *event*; None for nothing."""
        return json.loads(event["text"]) if event["type"] == "websocket.send" else None

    def told(self, frame: Any) -> bool:
        """What the site says by itself. Whether it is to be looked at now."""
        raise NotImplementedError

    def answered(self) -> Any:
        """What it would be answered now; None where it is not theirs to see any more."""
        raise NotImplementedError

    def says(self, frame: Any) -> None:
        """Note a frame that it should never be told."""
        self.who.broken(f"{self.path} says {frame}")


class Board(Open):
    """The page of a match; it shows a version."""

    def __init__(self, *opened: Any, uid: str, version: int) -> None:
        super().__init__(*opened)
        self.uid, self.shows = uid, version

    def told(self, frame: Any) -> bool:
        """It is told of the versions that its eyes can see, one after the other."""
        if frame.get("match") != self.uid or not set(frame) <= {"match", "version", "talk"}:
            self.says(frame)
        if "version" not in frame:
            return False
        if frame["version"] < self.shows:
            self.who.broken(f"{self.path} shows {self.shows} and is told of {frame}")
        self.shows = frame["version"]
        return True

    def answered(self) -> int | None:
        """The board that the script of the page fetches."""
        answer = self.window.ask(
            "GET", f"/matches/{self.uid}/board/", headers={"HX-Request": "true"}
        )
        found = VERSION.search(answer.text) if answer.status == 200 else None
        return int(found[1]) if found else None


class Frame(Open):
    """Whatever page of somebody who is signed in; it shows how many boards and notices wait."""

    def __init__(self, *opened: Any, user: str) -> None:
        super().__init__(*opened)
        self.user = user

    def told(self, frame: Any) -> bool:
        """Both counts, always."""
        if set(frame) != {"desk", "bell"}:
            self.says(frame)
        self.shows = [frame["desk"], frame["bell"]]
        return False

    def answered(self) -> list[int] | None:
        """What a page without a socket asks for."""
        answer = self.window.ask("GET", "/desk/counts/", headers={"HX-Request": "true"})
        if answer.status != 200:
            return None
        counts = []
        for name in ("boards", "notices"):
            _before, _name, rest = answer.text.partition(f'id="{name}-bubble"')
            found = BUBBLE.search(rest.partition("id=")[0])
            counts.append(int(found[1]) if found else 0)
        return counts


class Lobby(Open):
    """The lobby; it shows offers."""

    def __init__(self, *opened: Any, text: str) -> None:
        super().__init__(*opened)
        self.shows = sorted(set(OFFERS.findall(text)))

    def told(self, frame: Any) -> bool:
        """That something has come or gone, and never what."""
        if frame != {"lobby": "changed"}:
            self.says(frame)
        self.shows = self.answered()
        return False

    def answered(self) -> list[str] | None:
        """The page once more."""
        answer = self.window.ask("GET", "/lobby/", headers={"HX-Request": "true"})
        return sorted(set(OFFERS.findall(answer.text))) if answer.status == 200 else None


class Stream(Open):
    """What a program hears: lines of JSON, each with all that is new for it."""

    scheme = "http"

    def __init__(self, *opened: Any, token: str) -> None:
        super().__init__(*opened)
        self.token = token

    def headers(self) -> dict[str, str]:
        """The token alone."""
        return {"authorization": f"Bearer {self.token}"}

    def begin(self) -> dict[str, Any]:
        """No body."""
        return {"type": "http.request", "body": b"", "more_body": False}

    def leave(self) -> dict[str, Any]:
        """It hangs up."""
        return {"type": "http.disconnect"}

    def is_end(self, event: dict[str, Any]) -> bool:
        """The last piece of the answer, or a refusal."""
        return event["type"] == "http.response.body" and not event.get("more_body")

    def frame_of(self, event: dict[str, Any]) -> Any:
        """A line; between lines there are empty ones."""
        line = event.get("body", b"").strip()
        return json.loads(line) if line else None

    def told(self, frame: Any) -> bool:
        """All that is new, with a name for it."""
        if set(frame) != {"cursor", "boards", "challenges"}:
            self.says(frame)
        self.shows = frame["cursor"]
        return False

    def answered(self) -> str | None:
        """The same, asked for."""
        answer = self.window.ask("GET", "/api/v1/events", headers=self.headers())
        return json.loads(answer.body)["cursor"] if answer.status == 200 else None


class Sockets:
    """All that are open."""

    def __init__(self, town: Town, chance: Random) -> None:
        self.town, self.chance = town, chance
        self.world, self.scheduler = town.world, town.scheduler
        self.open: list[Open] = []
        self.opened = self.frames = self.looks = 0
        self._said: list[tuple[str, dict[str, object]]] = []

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Inside, people with scripts leave their pages open, and programs hear."""
        self._send = live._send
        self.town.looked.append(self.look)
        self.town.listened.append(self.listen)
        self.scheduler.before.append(self.compare)
        self.scheduler.after.insert(0, self.hand_out)
        with patch.object(live, "_send", lambda *said: self._said.append(said)):
            try:
                yield
            finally:
                self.leave_all()

    def leave_all(self) -> None:
        """Nothing is open any more: a process that dies takes all connections with it."""
        self._said.clear()
        for page in list(self.open):
            self.close(page)

    # --- what is opened and closed

    def look(self, who: Person, path: str, text: str) -> None:
        """Somebody was answered a page: what stood in the window before is gone."""
        window = who.window
        if not window.has_scripts:
            return
        frame = DESK.search(text)
        stays = None
        for page in [one for one in self.open if one.window is window]:
            if isinstance(page, Frame) and frame and page.user == frame[2]:
                stays = page  # the next page opens one as well, and is told the same
            elif not isinstance(page, Stream):
                self.close(page)
        if frame and stays is None:
            self.begin(Frame(who, window, frame[1], self.opened, user=frame[2]))
        found, version = MATCH.match(path), VERSION.search(text)
        if found and version:
            at = f"/ws/matches/{found[1]}/"
            version_shown = int(version[1])
            self.begin(Board(who, window, at, self.opened, uid=found[1], version=version_shown))
        if path == "/lobby/" and frame:
            self.begin(Lobby(who, window, "/ws/lobby/", self.opened, text=text))

    def listen(self, who: Person, token: str) -> None:
        """A program wants to hear what is new."""
        if not any(one.who is who and isinstance(one, Stream) for one in self.open):
            path = "/api/v1/stream/events"
            self.begin(Stream(who, who.window, path, self.opened, token=token))

    def begin(self, page: Open) -> None:
        """Open its connection, for some hours."""
        self.open.append(page)
        self.opened += 1
        page.to_site.put_nowait(page.begin())
        page.task = self.world.loop.create_task(
            application(page.scope(), page.to_site.get, page.from_site.put)
        )
        self.world.loop.settle()
        hours = timedelta(hours=self.chance.expovariate(0.5))
        closing = self.scheduler.clock.now + hours
        self.scheduler.at(closing, "a page is closed", lambda: self.close(page))

    def close(self, page: Open) -> None:
        """It is left."""
        if page.is_closed:
            return
        page.is_closed = True
        self.open.remove(page)
        page.to_site.put_nowait(page.leave())
        self.world.loop.settle()
        if not page.task.done():
            page.task.cancel()
            self.world.loop.settle()

    # --- what is heard

    def hand_out(self, _name: str) -> None:
        """After an event: what was announced goes to those who hear it."""
        said, self._said = self._said, []
        if not self.open:
            return
        for one in said:
            self._send(*one)
        self._hear()

    def _hear(self) -> None:
        self.world.loop.settle()
        for page in list(self.open):
            heard = []
            while not page.from_site.empty():
                heard.append(page.from_site.get_nowait())
            told = [self._take(page, event) for event in self.heard(page, heard)]
            if any(told):
                self._compare(page)

    def heard(self, _page: Open, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What the site says to a page."""
        return events

    def _take(self, page: Open, event: dict[str, Any]) -> bool:
        """Whether the page is to be looked at for it."""
        if page.is_closed:
            return False
        if page.is_end(event):
            self.close(page)
        elif (frame := page.frame_of(event)) is not None:
            self.frames += 1
            return page.told(frame)
        return False

    def compare(self, _called: str) -> None:
        """Before an event: what waited for the clock is said, and some pages are compared."""
        if not self.open:
            return
        self._hear()
        doubted = [page for page in self.open if page.doubted]
        if self.open and self.chance.random() < LOOKS:
            doubted.append(self.chance.choice(self.open))
        for page in doubted:
            self._compare(page)

    def _compare(self, page: Open) -> None:
        if page.is_closed or page.shows is None:
            return
        now, answer = self.scheduler.clock.now, page.answered()
        self.looks += 1
        if page.is_closed or answer is None or answer == page.shows:
            page.doubted = None
            return
        page.doubted = page.doubted or now
        if isinstance(page, Board) or now > page.doubted + WAITS:
            page.who.broken(f"{page.path} was told {page.shows}, and is answered {answer}")
