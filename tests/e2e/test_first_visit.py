"""A first visit is light: few requests, and little to load, letters (fonts) and all.

What it weighs is told as the site sends it in production, where Caddy compresses pages and
WhiteNoise files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.e2e.conftest import NewVisitor
from tests.e2e.first_visits import pages
from tests.e2e.test_measured import by_night
from tests.e2e.visits import PHONE, load, make_first_move, sign_in

CADDYFILE = Path(__file__).resolve().parents[2] / "deploy" / "Caddyfile"
MOST_REQUESTS, MOST_BYTES = 15, 140_000
OWN_MINCHO = "fonts/jinya-mincho-ja"
"""Japanese letters, for devices without a mincho of their own: no part of what a page weighs."""


def test_caddy_compresses_pages() -> None:
    assert "\tencode zstd gzip\n" in CADDYFILE.read_text()


@pytest.mark.parametrize("locale", ["ja", by_night("en")])
def test_every_page_is_light(new_visitor: NewVisitor, site: Any, locale: str) -> None:
    heavy = []
    for name, path, user in pages():
        page = new_visitor(locale=locale)
        if user is not None:
            sign_in(page, site, user)
        loaded = [one for one in load(page, path) if not one[0].startswith(OWN_MINCHO)]
        weight = sum(size for _url, size in loaded)
        if len(loaded) > MOST_REQUESTS or weight > MOST_BYTES:
            heavy.append((name, len(loaded), weight))
        page.context.close()
    assert heavy == []


def test_pages_in_english_fetch_no_japanese_letters(new_visitor: NewVisitor) -> None:
    fetched = [name for name, _size in load(new_visitor(locale="en"), "/") if "fonts/" in name]
    assert fetched == ["fonts/jinya-mincho-latin.woff2"]


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_the_first_move_takes_two_clicks(new_visitor: NewVisitor, options: dict[str, Any]) -> None:
    """On a phone one more, to change the board."""
    for index, meta in enumerate(GAMES):
        page = new_visitor(**options)
        page.goto("/")
        assert make_first_move(page, meta.slug) <= (3 if options and index else 2), meta.slug
        page.context.close()


CUT = """() => [...document.querySelectorAll('.board.nation :is(.n-order, .n-nation)')]
    .filter((one) => [...one.querySelectorAll('*')].some((part) =>
        part.getBoundingClientRect().bottom > one.getBoundingClientRect().bottom + 1
        || part.getBoundingClientRect().right > one.getBoundingClientRect().right + 1))
    .map((one) => one.textContent)"""


@pytest.mark.parametrize("width", [1280, 1440])
def test_every_word_of_nations_card_is_inside_it(new_visitor: NewVisitor, width: int) -> None:
    page = new_visitor(viewport={"width": width, "height": 800})
    page.goto("/")
    assert page.locator(".board.nation .n-order").count() > 0
    assert page.evaluate(CUT) == []
