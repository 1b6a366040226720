"""Who walks: guests, and people who have signed up."""

from __future__ import annotations

import re
import secrets
from typing import Any

from tests.walk.board import Board
from tests.walk.browser import Browser, Page, Refused
from tests.walk.walking import Walk

PASSWORD = "nobody guesses this on a walk"
"""Of everybody: of those made up by chance one in 800 is taken for a common one."""
SYLLABLES = ("ka", "mi", "to", "re", "su", "no", "ha", "yu", "ri", "sa")


def guest(walk: Walk) -> Browser:
    """A visitor, who becomes a guest with the first thing they begin."""
    browser = walk.browser()
    browser.get("/")
    return browser


def new_name() -> str:
    """A name that nobody has: letters alone, as running numbers look like a robot's, and twelve of
    them, as "[bot]" may be added."""
    return "".join(secrets.choice(SYLLABLES) for _syllable in range(6)).capitalize()


class Member:
    """Somebody who has signed up, at their browser."""

    def __init__(self, walk: Walk, *, email: str = "") -> None:
        self.walk, self.name, self.email = walk, new_name(), email
        self.password = PASSWORD
        self.browser = walk.browser()
        page = self.browser.get("/accounts/signup/")
        self.browser.send(
            page.form("signup", "username"),
            username=self.name, password1=self.password, email=email,
        )  # fmt: skip
        if "/accounts/" in self.browser.page.path and "verification" not in self.browser.page.path:
            raise Refused(f"not signed up: {self.browser.page.said()}")

    def sign_in(self) -> Page:
        """As the form has it."""
        page = self.browser.get("/accounts/login/")
        form = page.form("/accounts/login/", "login")
        return self.browser.send(form, login=self.name, password=self.password)

    def token(self, *scopes: str) -> str:
        """An access token, made on its page; whoever makes one confirms the password before."""
        self.confirm("/settings/tokens/")
        page = self.browser.send(
            self.browser.page.form("tokens", "scopes"), name="walk", scopes=scopes, days="30"
        )
        found = re.search(r"jny_[\w-]+", page.text)
        if found is None:
            raise Refused(f"no token: {page.said()}")
        return found[0]

    def confirm(self, path: str) -> Page:
        """Go to a page that asks for the password again, if it does."""
        page = self.browser.get(path)
        if "reauthenticate" in page.path:
            page = self.browser.send(
                page.form("reauthenticate", "password"), password=self.password
            )
        return page


def introduce(one: Member, other: Member, **terms: Any) -> tuple[Board, Board]:
    """A match between two: one challenges, the other accepts; each has their board."""
    page = one.browser.get("/matches/new/", opponent="person", to=other.name)
    asked: dict[str, Any] = {
        "time": "relaxed",
        "rated": "no",
        "side": "0",
        "game": "xiongqi",
        **terms,
    }
    one.browser.send(page.form("/matches/new/", "to"), to=other.name, **asked)
    challenge = one.browser.page.path
    page = other.browser.get(challenge)
    other.browser.send(page.form("challenges/", "do", "accept"), press=("do", "accept"))
    board = Board(other.walk, other.browser)
    return Board(one.walk, one.browser, board.url), board
