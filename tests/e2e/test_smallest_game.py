"""The game of three by three in docs/adding-a-game.md, played by mouse on a board of its size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import open_match, sign_in, square
from tests.kit.builders import match_between, person, play
from tests.kit.smallest import house_of_sanmoku


@pytest.fixture(autouse=True)
def game(tmp_path: Path, site: Any) -> Iterator[None]:
    with house_of_sanmoku(tmp_path):
        yield


def take(page: Page, name: str) -> None:
    """Press a square and confirm."""
    square(page, name).click()
    page.locator("#move-form button.primary").click()
    expect(page.locator("#board")).to_have_attribute("data-last", name)


def test_it_is_won_on_a_board_of_three_by_three(new_visitor: NewVisitor, site: Any) -> None:
    match = match_between(person("Ann"), person("Bob"), game="sanmoku", now=timezone.now())
    play(match, "b2", "a1", "c3", "b1", now=timezone.now())
    page = new_visitor(viewport={"width": 390, "height": 844})
    # the styles of a card are bundled as the site starts, which knew no such game
    page.route("**/sanmoku.bundle.css", lambda route: route.fulfill(content_type="text/css"))
    sign_in(page, site, match.players.get(seat=0).user)
    open_match(page, match)
    boxes = [square(page, name).bounding_box() for name in ("a1", "c1", "a3")]
    left, right, above = [box for box in boxes if box]
    assert left["width"] == pytest.approx(left["height"], abs=1)
    assert right["x"] - left["x"] == pytest.approx(2 * left["width"], abs=3)
    assert left["y"] - above["y"] == pytest.approx(2 * left["height"], abs=3)
    assert 3 * left["width"] > 300, "three squares fill a phone"
    take(page, "c1")
    play(match, "a2", now=timezone.now())
    page.reload()
    take(page, "c2")
    expect(page.locator("#main")).to_contain_text("South has three in a row.")
