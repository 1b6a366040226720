"""A match as one player has it before them."""

from __future__ import annotations

import re
from typing import Any

from tests.kit.offering import offers_of
from tests.walk.browser import Browser, Form, Page, Refused
from tests.walk.walking import Walk

CALLS = ("doubt", "accept")
"""What answers a move of the other."""
ANSWERS = 40.0  # seconds until a bot has moved: strong ones of every game think at once here


class Board:
    """The page of a match; what it shows is looked at anew with each question."""

    def __init__(self, walk: Walk, browser: Browser, address: str = "") -> None:
        self.walk, self.browser = walk, browser
        found = re.search(r"/matches/([\w-]+)/", address or browser.page.path)
        if found is None or found[1] == "new":
            raise Refused(f"no match at {browser.page.path}: {browser.page.said()}")
        self.uid = found[1]
        self.url = f"/matches/{self.uid}/"

    def look(self, **query: Any) -> Page:
        """The page as it stands now."""
        return self.browser.get(self.url, **query)

    @property
    def page(self) -> Page:
        return self.browser.page

    @property
    def status(self) -> str:
        """Of the page as it was last looked at: active, finished, …"""
        found = re.search(r'data-status="(\w+)"', self.page.text)
        if found is None:
            raise Refused(f"{self.page.path}: no board")
        return found[1]

    def offered(self) -> list[dict[str, Any]]:
        """The moves that are open, by the page as it was last looked at."""
        return offers_of(self.page.script("offers"))

    def is_asked(self) -> bool:
        """Whether something is to be answered before one's own move."""
        return self.page.offers("/move/", "move", "accept")

    def is_placing(self) -> bool:
        """Whether there is a set-up to place."""
        return self.page.offers("/setup/", "do", "random")

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; False if the match is over instead."""

        def look() -> bool:
            self.look()
            is_open = bool(self.offered()) or self.is_placing() or self.is_asked()
            return is_open or self.status != "active"

        self.walk.until(f"{self.url} is answered", look, ANSWERS)
        return self.status == "active"

    def place(self, army: str = "random") -> Page:
        """Place a set-up that the page proposes."""
        self.browser.send(self.page.form("/setup/", "do", army), press=("do", army))
        return self.browser.send(self._ready())

    def _ready(self) -> Form:
        for form in self.page.forms("/move/", "move"):
            if any(form.fields["move"]):
                return form
        raise Refused(f"{self.page.path}: nothing is ready to be played: {self.page.said()}")

    def play(self, action: str) -> Page:
        """Choose a move, and then play it."""
        self.look(move=action)
        return self.browser.send(self._ready())

    def take_turn(self, number: int = 0) -> str:
        """Wait for the turn, and make the move that stands at *number*; "" if it is over."""
        if not self.wait_for_turn():
            return ""
        if self.is_placing():
            self.place()
            return "set-up"
        action = honest(self.offered(), number) if self.offered() else "accept"
        self.play(action)
        return action

    def resign(self) -> Page:
        """Give up, as the page has it: asked, and then done."""
        self.look(ask="resign")
        return self.browser.send(self.page.form("/resign/"))


def honest(offered: list[dict[str, Any]], number: int) -> str:
    """The action of one of the moves, by whatever number; no foul and no Doubt if there is more."""
    true = [one for one in offered if not one.get("shade")] or offered
    moves = [one for one in true if one["action"] not in CALLS] or true
    return str(moves[number % len(moves)]["action"])
