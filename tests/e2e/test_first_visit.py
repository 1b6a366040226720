"""A first visit is light: few requests, and little to load, letters (fonts) and all.

What it weighs is told as the house sends it in production, where Caddy compresses pages and
WhiteNoise files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, load, make_first_move, sign_in
from tests.kit.builders import match_between, person
from tests.kit.gunjin import gunjin_match
from tests.kit.seichu import seichu_match
from tests.kit.stages import stage_of

CADDYFILE = Path(__file__).resolve().parents[2] / "deploy" / "Caddyfile"
MOST_REQUESTS = 21
HOME_BYTES, MATCH_BYTES = 250_000, 300_000


def test_caddy_compresses_pages() -> None:
    assert "\tencode zstd gzip\n" in CADDYFILE.read_text()


def check_light(loaded: list[tuple[str, int]], most_bytes: int) -> None:
    weight = sum(size for _url, size in loaded)
    assert len(loaded) <= MOST_REQUESTS, loaded
    assert weight < most_bytes, loaded


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_front_door(new_visitor: NewVisitor, locale: str) -> None:
    check_light(load(new_visitor(locale=locale), "/"), HOME_BYTES)


def test_pages_in_english_fetch_no_japanese_letters(new_visitor: NewVisitor) -> None:
    fetched = [name for name, _size in load(new_visitor(locale="en"), "/") if "fonts/" in name]
    assert fetched == ["fonts/jinya-mincho-latin.woff2"]


@pytest.mark.parametrize("game", ["xiongqi", "gunjin", "seichu", "gungi", "nation"])
def test_a_match(new_visitor: NewVisitor, site: Any, game: str) -> None:
    page, ann, bob = new_visitor(locale="ja"), person("Ann"), person("Bob")
    makers: dict[str, Any] = {
        "gunjin": gunjin_match,
        "seichu": seichu_match,
        "nation": lambda ann, _bob: stage_of(ann),
    }
    make = makers.get(game, lambda ann, bob: match_between(ann, bob, game=game))
    match = make(ann, bob)
    sign_in(page, site, ann)
    check_light(load(page, f"/matches/{match.uid}/"), MATCH_BYTES)


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


def test_a_visitor_finds_every_room(new_visitor: NewVisitor) -> None:
    """Two presses lead to puzzles, matches to watch, events and clubs."""
    page = new_visitor()
    for address in ("/puzzles/", "/watch/", "/events/", "/clubs/"):
        page.goto("/")
        page.locator(".house-nav .more summary").click()
        page.locator(f'.house-nav .menu-sheet a[href="{address}"]').click()
        page.wait_for_url(f"**{address}")
