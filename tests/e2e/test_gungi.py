"""Gungi in a browser: from free placement to a capture, by tap, keys and drag."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import elsewhere, expect_settled, expect_to_say, open_match, sign_in, square
from tests.kit.builders import match_between, person, play


@pytest.fixture
def match(site: Any) -> Any:
    options = {"rules": "advanced"}
    return match_between(
        person("Ann"), person("Bob"), now=timezone.now(), game="gungi", options=options
    )


@pytest.fixture
def ann(new_visitor: NewVisitor, site: Any, match: Any) -> Page:
    page = new_visitor(viewport={"width": 1280, "height": 900})
    sign_in(page, site, match.players.get(seat=0).user)
    open_match(page, match)
    return page


def in_hand(page: Page, letter: str) -> Any:
    """The button of a kind in the hand."""
    return page.locator(f'[id="sq-{letter}*"]')


def confirm(page: Page, last: str) -> None:
    """Play the move picked, and see it on the board."""
    page.locator("#move-form button.primary").click()
    expect(page.locator("#board")).to_have_attribute("data-last", last)
    expect_settled(page)


def answer(match: Any, *moves: str) -> None:
    """Bob's moves, made elsewhere."""
    elsewhere(play, match, *moves, now=timezone.now())


def test_from_placing_to_a_capture(ann: Page, match: Any) -> None:
    # by tap: the marshal first, and only into the camp
    in_hand(ann, "m").click()
    assert ann.locator(".cell.target").count() == 27
    square(ann, "e1").click()
    confirm(ann, "e1")
    answer(match, "m@e9")
    expect_to_say(ann, "Your move.")
    # by drag
    in_hand(ann, "r").drag_to(square(ann, "d3"))
    confirm(ann, "d3")
    answer(match, "d@d7")
    expect_to_say(ann, "Your move.")
    # by keys, onto the piece that stands there
    in_hand(ann, "n").focus()
    ann.keyboard.press("Enter")
    square(ann, "d3").focus()
    ann.keyboard.press("Enter")
    confirm(ann, "d3")
    expect(square(ann, "d3").locator(".height")).to_have_text("2")
    answer(match, "s@a9")
    expect_to_say(ann, "Your move.")

    ann.locator('[data-ask="call-done"]').click()
    ann.locator('form[data-row="call-done"] button').click()
    expect_to_say(ann, "Waiting for Bob.")
    answer(match, "done")
    expect_to_say(ann, "Your move.")

    # what a piece could reach shows on focus; what lies in a stack shows with it
    square(ann, "d3").focus()
    assert "reach" in (ann.locator(".cell:has(#sq-d6)").get_attribute("class") or "")
    under = square(ann, "d3").locator(".under")
    expect(under.locator("use").last).to_have_attribute("href", "/static/pieces/gungi/kanji.svg#R")
    # the front: nothing is dropped beyond rank 3
    in_hand(ann, "d").click()
    assert ann.locator(".cell.target:has(#sq-d4)").count() == 0
    assert ann.locator(".gungi-board.closed-6").count() == 1
    ann.keyboard.press("Escape")

    square(ann, "d3").click()
    square(ann, "d6").click()
    confirm(ann, "d3 d6")
    answer(match, "a9b8")
    expect_to_say(ann, "Your move.")
    square(ann, "d6").click()
    square(ann, "d7").click()
    chooser = ann.locator("#chooser")
    expect(chooser.locator(".chooser-option")).to_have_text(["Capture Soldier", "Stack: tier 2"])
    box, at = chooser.bounding_box(), square(ann, "d7").bounding_box()
    assert box
    assert at
    assert abs(box["y"] - (at["y"] + at["height"])) < 30  # at the square
    chooser.locator(".chooser-option").first.click()
    confirm(ann, "d6 d7")
    expect(square(ann, "d7")).to_have_attribute("aria-label", "d7, Black Spear, moved last")
