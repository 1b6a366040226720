"""A move in hand: nothing is played without a yes, and news never disturbs it or the focus."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.match.sealed import SealedPly
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import (
    expect_move_shown,
    expect_settled,
    expect_to_say,
    open_match,
    sign_in,
    square,
)
from tests.kit.builders import match_between, person, play


@pytest.fixture
def match(site: Any) -> Any:
    return match_between(person("Ann", confirm_moves=False), person("Bob"))


@pytest.fixture
def ann(new_visitor: NewVisitor, site: Any, match: Any) -> Page:
    page = new_visitor(viewport={"width": 1280, "height": 900})
    sign_in(page, site, match.players.get(seat=0).user)
    return page


def look_again(page: Page) -> None:
    """As if a nudge had come."""
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('match:changed', {detail: {ifNewer: false}}))"
    )


def test_without_confirming_the_second_press_plays(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "e3").click()
    square(ann, "e4").click()
    expect_move_shown(ann, "e3e4")


def test_an_address_never_plays_by_itself(ann: Page, match: Any) -> None:
    ann.goto(f"/matches/{match.uid}/?at=e3&at=e4&move=e3e4")
    expect_to_say(ann, "Soldier e3 to e4")
    expect(ann.locator("#move-play")).to_be_visible()
    assert not SealedPly.objects.exists()


def test_a_move_in_hand_survives_news_that_change_nothing(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "c2").click()
    with ann.expect_response("**/board/**"):
        look_again(ann)
    expect(ann.locator(".cell.picked .square")).to_have_id("sq-c2")
    expect(square(ann, "d2")).to_have_attribute("aria-describedby", "say-target")


def test_the_focus_stays_on_its_square_when_a_new_board_comes(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "e3").click()
    square(ann, "e4").click()
    expect_move_shown(ann, "e3e4")
    square(ann, "b3").focus()
    play(match, "e6e5")
    look_again(ann)
    expect_move_shown(ann, "e6e5")
    expect(square(ann, "b3")).to_be_focused()
    expect(ann.locator("#live")).to_contain_text("North: Soldier e6 to e5. Your move.")


def test_letters_lead_to_own_pieces_and_escape_puts_back(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "a1").focus()
    ann.keyboard.press("g")
    expect(square(ann, "e1")).to_be_focused()
    ann.keyboard.press("h")
    expect(square(ann, "g1")).to_be_focused()
    ann.keyboard.press("s")
    ann.keyboard.press("Enter")
    expect(ann.locator(".cell.picked")).to_have_count(1)
    ann.keyboard.press("Escape")
    expect(ann.locator(".cell.picked")).to_have_count(0)


def test_looking_back_drops_the_move_in_hand(ann: Page, match: Any) -> None:
    play(match, "e3e4", "e6e5")
    open_match(ann, match)
    square(ann, "c2").click()
    ann.locator("[data-step=back]").click()
    expect(ann.locator("#board")).to_have_attribute("data-ply", "1")
    expect_settled(ann)
    ann.get_by_role("link", name="Current position").first.click()
    expect(ann.locator("#board")).to_have_attribute("data-ply", "2")
    expect(ann.locator(".cell.picked")).to_have_count(0)


def test_a_typed_move_that_is_refused_says_why(ann: Page, match: Any) -> None:
    open_match(ann, match)
    ann.get_by_label("Type a move").fill("a1a3")
    ann.keyboard.press("Enter")
    expect(ann.locator("#match-message")).to_have_text("Your own piece is there.")
