"""Somebody at a browser: signed in, with a page open."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from websockets.asyncio.client import ClientConnection, connect

from tests.running.houses import Door
from tests.running.wire import Reply, Wire

CSRF = "0123456789abcdef" * 2
"""Any secret will do, as long as cookie and header agree."""

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass
class Person:
    """A signed-in user who asks like the match page does, over several wires at once."""

    door: Door
    session: str
    address: str = "127.0.0.1"
    """From where the proxy says they come."""
    reading: Wire = field(init=False)
    writing: Wire = field(init=False)
    telling: Wire = field(init=False)

    def __post_init__(self) -> None:
        self.reading, self.writing, self.telling = (Wire(self.door.port) for _number in range(3))

    async def board(
        self, uid: str, seen: int | None = None, held: str = "", holds: str = ""
    ) -> Reply:
        """The live part of the match page; with *seen*, 204 unless there is something newer.

        Of the list of moves it has what a page that has *held* on to the others needs, and of all
        else what differs from what it *holds*.
        """
        asked = {"v": seen, "has": held or None}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        headers = {**self.headers, **_holding(holds)}
        return await self.reading.ask("GET", f"/matches/{uid}/board/?{query}", headers)

    async def move(
        self,
        uid: str,
        text: str,
        seat_ply: int,
        key: str,
        wire: Wire | None = None,
        held: str = "",
        holds: str = "",
    ) -> Reply:
        """Submit a move; the answer is the board as it then stands."""
        body = urlencode({"move": text, "seat_ply": seat_ply, "key": key}).encode()
        wire, query = wire or self.writing, f"?has={held}" if held else ""
        path = f"/matches/{uid}/move/{query}"
        headers = {**self.headers, **FORM, **_holding(holds)}
        return await wire.ask("POST", path, headers, body)

    async def plan(self, uid: str, line: Sequence[str]) -> Reply:
        """Keep *line* as what is to be played from the present board on."""
        body, path = urlencode({"do": "keep"}).encode(), "/".join(map(quote, line))
        headers = {**self.headers, **FORM}
        return await self.writing.ask("POST", f"/matches/{uid}/plan/{path}/", headers, body)

    async def see(self, uid: str) -> Reply:
        """Tell that somebody is looking at the board."""
        return await self.telling.ask("POST", f"/matches/{uid}/seen/", self.headers)

    def listen(self, path: str) -> connect:
        """A socket of the page, to be entered with ``async with``."""
        return connect(
            f"ws://127.0.0.1:{self.door.port}{path}",
            origin=self.door.origin,  # type: ignore[arg-type]
            additional_headers={**self._cookies, **self._proxied},
            compression=None,
            open_timeout=30,
            ping_interval=None,
            proxy=None,
        )

    async def hang_up(self) -> None:
        """Close the wires."""
        for wire in (self.reading, self.writing, self.telling):
            await wire.close()

    @property
    def headers(self) -> dict[str, str]:
        """What the browser and htmx send along."""
        return {
            "Host": self.door.origin.partition("://")[2],
            "Origin": self.door.origin,
            "HX-Request": "true",
            "X-CSRFToken": CSRF,
            **self._cookies,
            **self._proxied,
        }

    @property
    def _proxied(self) -> dict[str, str]:
        said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": self.address}
        return said if self.door.is_proxied else {}

    @property
    def _cookies(self) -> dict[str, str]:
        names = {self.door.session_cookie: self.session, self.door.csrf_cookie: CSRF}
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in names.items())}


def _holding(holds: str) -> dict[str, str]:
    return {"X-Match-Holds": holds} if holds else {}


def new_key() -> str:
    """A name for a request, as the page makes them."""
    return secrets.token_urlsafe(12)


def version_of(reply: Reply) -> int:
    """The version of the match that a board shows."""
    return int(reply.headers["x-match-version"])


def held_after(reply: Reply) -> str:
    """What a page that shows this board holds of the list of moves."""
    found = re.search(rb'data-has="([^"]*)"', reply.body)
    return found[1].decode() if found else ""


def holds_after(reply: Reply) -> str:
    """What it holds of all else, to be said when it asks again."""
    found = re.search(rb'data-holds="([^"]*)"', reply.body)
    return found[1].decode() if found else ""


async def nudged(socket: ClientConnection, version: int) -> None:
    """Wait for word of *version*, or of a later one."""
    while int(json.loads(await socket.recv())["version"]) < version:
        pass
