"""What people do in a browser, in words."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.match.models import Match

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def sign_in(page: Page, site: Any, user: User) -> None:
    """Without the form."""
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    page.context.add_cookies(
        [{"name": "sessionid", "value": session, "url": site.url, "httpOnly": True}]
    )


def open_match(page: Page, match: Match) -> None:
    """The match page, once it listens."""
    page.goto(f"/matches/{match.uid}/")
    expect(page.locator("#match-live")).to_have_attribute("data-live", "on")


def square(page: Page, name: str) -> Any:
    """The button of a square."""
    return page.locator(f"#sq-{name}")


def make_move(page: Page, text: str) -> None:
    """Press the two squares and confirm."""
    square(page, text[:2]).click()
    square(page, text[2:4]).click()
    page.locator("#move-form button.primary").click()
    expect_move_shown(page, text)


def expect_move_shown(page: Page, text: str) -> None:
    """The board shows *text* as the last move."""
    expect(page.locator("#board")).to_have_attribute("data-last", f"{text[:2]} {text[2:4]}")


def expect_to_say(page: Page, words: str) -> None:
    """The action row says so."""
    expect(page.locator(".action-row:not([hidden]) .action-text")).to_have_text(re.compile(words))


def elsewhere(deed: Callable[..., object], *arguments: object, **named: object) -> None:
    """Do something as another process would: in a thread, where no browser's event loop runs."""
    faults: list[BaseException] = []

    def run() -> None:
        try:
            deed(*arguments, **named)
        except BaseException as fault:  # noqa: BLE001 - raised again below
            faults.append(fault)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]
