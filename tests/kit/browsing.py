"""A browser for tests: it reads the match page and posts its forms, with htmx or without."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler

from games.match.models import Match
from games.notices.presenters.lines import present_notice
from games.notices.selectors import newest_lines

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/", "X-Match-Holds": ""}
"""What the script of a page sends, and that it holds nothing yet."""


_site = ClientHandler(enforce_csrf_checks=False)
"""The site behind every browser: its stack of middleware is built once."""


def browser(user: Any = None, **defaults: Any) -> Client:
    """A client in which *user*, if any, is signed in; pieces are drawn in kanji."""
    client = Client(**defaults)
    client.cookies["pieces"] = "kanji"
    client.handler = _site
    if user is not None:
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def start_match(client: Client, **choices: str) -> Any:
    """Send the form of a new match as its page would; the answer."""
    html = client.get("/matches/new/").content.decode()
    key = re.findall(r'name="key" value="([^"]*)"', html)[0]
    usual = {"game": "xiongqi", "opponent": "link", "time": "relaxed", "side": "0", "key": key}
    return client.post("/matches/new/", {**usual, **choices})


def bell(user: Any) -> list[tuple[str, str]]:
    """What the user's notices say, and where each leads; newest first."""
    lines = map(present_notice, newest_lines(user.pk, 10))
    return [(line.text, line.url) for line in lines]


class BoardPage:
    """The page of one match in one browser."""

    def __init__(self, match: Match, user: object | None = None, *, htmx: bool = False) -> None:
        self.url = f"/matches/{match.uid}/"
        self.client = browser(user)
        self.headers = HTMX if htmx else {}

    def get(self, query: str = "", path: str = "") -> Any:
        """The page, or the part under *path*, as asked by *query*."""
        return self.client.get(f"{self.url}{path}{query}")

    def html(self, query: str = "") -> str:
        """The page's text."""
        answer = self.get(query)
        assert answer.status_code == 200, answer.status_code
        return str(answer.content.decode())

    def post(self, path: str, data: Any = None, **extra: Any) -> Any:
        """Send one of the page's forms."""
        return self.client.post(f"{self.url}{path}/", data or {}, headers=self.headers, **extra)

    def form(self) -> dict[str, str]:
        """The hidden fields with which the page would send a move."""
        html = self.html()
        names = ("seat_ply", "key")
        return {name: re.findall(f'name="{name}" value="([^"]*)"', html)[0] for name in names}

    def play(self, text: str) -> Any:
        """Make a move as the page would."""
        return self.post("move", {**self.form(), "move": text})


def message_of(answer: Any) -> str:
    """The sentence by which a board page says why not."""
    found = re.search(r'id="match-message"[^>]*>([^<]*)<', answer.content.decode())
    assert found, "no message on the page"
    return unescape(found[1])


def row_of(html: str) -> str:
    """The name of the action row that shows."""
    shown = re.findall(r'data-row="([a-z-]+)"((?:(?! hidden)[^>])*)>', html)
    assert len(shown) == 1, shown
    return str(shown[0][0])
