"""What people do in a browser, in words."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection
from django.test import Client
from playwright.sync_api import Page, Request, expect

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
    expect_settled(page)


def expect_to_say(page: Page, words: str) -> None:
    """The action row says so."""
    expect(page.locator(".action-row:not([hidden]) .action-text")).to_have_text(re.compile(words))
    expect_settled(page)


def expect_settled(page: Page) -> None:
    """What comes after a fresh board has come: the focus is back, what moves has set out.

    Until then what one presses may be undone.
    """
    expect(page.locator(".htmx-settling")).to_have_count(0)


def elsewhere(action: Callable[..., object], *arguments: object, **named: object) -> None:
    """Do something as another process would: in a thread, where no browser's event loop runs."""
    faults: list[BaseException] = []

    def run() -> None:
        try:
            action(*arguments, **named)
        except BaseException as fault:  # noqa: BLE001 - raised again below
            faults.append(fault)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]


def load(page: Page, path: str) -> list[tuple[str, int]]:
    """What a browser that knows nothing yet asks for, with what each answer weighs."""
    asked = watched(page)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    return weights_of(asked)


def watched(page: Page) -> list[Request]:
    """A list in which what *page* asks for from now on gathers, once it is answered."""
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    return asked


def weights_of(asked: Sequence[Request]) -> list[tuple[str, int]]:
    """The name or address of each answer, with what it weighs."""
    return [
        (request.url.partition("/static/")[2] or request.url, weight_of(request))
        for request in asked
    ]


def weight_of(request: Request) -> int:
    """The bytes of the answer as it is sent: letters (fonts) as they are, all else compressed."""
    answer = request.response()
    if answer is None or answer.status != 200:
        return 0
    body = answer.body()
    return len(body if request.resource_type == "font" else gzip.compress(body))


def make_first_move(page: Page, game: str) -> int:
    """Make the first move offered on the front door's board of *game*; how many clicks it took.

    It is made when the page of the match shows it played.
    """
    offers = json.loads(page.locator(f"#{game}-offers").text_content() or "[]")
    squares = min((offer["squares"] for offer in offers), key=len)
    board = page.locator(f"#lesson-{game}")
    is_shown = board.is_visible()
    if not is_shown:  # a small screen shows one board, and tiles for the others
        page.locator(f".tile:has([value={game}])").click()
    for name in squares:
        page.locator(f'#lesson-{game} .square[value="{name}"]').first.click()
    page.wait_for_url("**/matches/*/")
    expect(page.locator("#board")).not_to_have_attribute("data-ply", "0")
    return len(squares) + (not is_shown)
