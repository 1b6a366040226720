"""The board by mouse, finger, keyboard, typed move, and without a script."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games.match.sealed import SealedPly
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import (
    PHONE,
    elsewhere,
    expect_move_shown,
    expect_settled,
    expect_to_say,
    make_move,
    open_match,
    sign_in,
    square,
)
from tests.kit.builders import play

# a soldier of South walks up the a-file and stands before the last rank
PROMOTING = (
    *("a3a4", "h6h5", "a4a5", "a6a5", "a1a5", "a8a5", "b3b4", "a5a1"),
    *("b4b5", "a1a8", "b5a5", "h5h4", "a5a6", "h4h3", "a6a7", "h3h2"),
)


@pytest.fixture
def ann(new_visitor: NewVisitor, site: Any, match: Any) -> Page:
    page = new_visitor(viewport={"width": 1280, "height": 900})
    sign_in(page, site, match.players.get(seat=0).user)
    return page


@pytest.fixture
def bob(new_visitor: NewVisitor, site: Any, match: Any) -> Page:
    page = new_visitor(**PHONE)
    sign_in(page, site, match.players.get(seat=1).user)
    return page


def test_own_targets_are_shown_at_once(ann: Page, match: Any) -> None:
    open_match(ann, match)
    asked: list[str] = []
    ann.on("request", lambda request: asked.append(request.url))
    square(ann, "c2").click()
    targets = ann.locator(".cell.target .square, .cell.capture .square")
    assert set(targets.evaluate_all("all => all.map(one => one.value)")) == {
        "a2",
        "b2",
        "d2",
        "e2",
        "c6",
    }
    assert not [url for url in asked if "/board/" in url or "/move/" in url]


def test_a_move_waits_for_a_yes_and_can_be_taken_back(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "e3").click()
    square(ann, "e4").click()
    expect_to_say(ann, "Soldier e3 to e4")
    ann.locator("#move-form [data-cancel]").click()
    expect_to_say(ann, "Your move")
    assert not SealedPly.objects.exists()


FLIGHTS = """() => {
    window.flights = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        flights.push(this.closest(".square").id);
        return animate.apply(this, how);
    };
}"""


def test_a_piece_that_stands_where_it_goes_does_not_fly_there_again(ann: Page, match: Any) -> None:
    """The own move is there as soon as it is played; the other side's slides in."""
    open_match(ann, match)
    ann.evaluate(FLIGHTS)
    make_move(ann, "e3e4")
    assert ann.evaluate("flights") == []
    elsewhere(play, match, "e6e5", now=timezone.now())
    expect_move_shown(ann, "e6e5")
    assert ann.evaluate("flights") == ["sq-e5"]


def test_who_does_not_want_to_be_asked_again_plays_at_once(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "e3").click()
    square(ann, "e4").click()
    ann.get_by_label("Do not ask again").check()
    ann.locator("#move-play").click()
    expect_move_shown(ann, "e3e4")
    elsewhere(play, match, "e6e5", now=timezone.now())
    expect_move_shown(ann, "e6e5")
    square(ann, "d3").click()
    square(ann, "d4").click()
    expect_move_shown(ann, "d3d4")


def test_the_keyboard_alone_plays(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "e3").focus()
    ann.keyboard.press("Enter")
    ann.keyboard.press("ArrowUp")
    ann.keyboard.press("Enter")
    ann.keyboard.press("Tab")
    expect_to_say(ann, "Soldier e3 to e4")
    ann.locator("#move-form button.primary").focus()
    ann.keyboard.press("Enter")
    expect_move_shown(ann, "e3e4")


def test_a_typed_move_plays(ann: Page, match: Any) -> None:
    open_match(ann, match)
    ann.get_by_label("Type a move").fill("e3-e4")
    ann.keyboard.press("Enter")
    expect_to_say(ann, "Soldier e3 to e4")
    ann.locator("#move-form button.primary").click()
    expect_move_shown(ann, "e3e4")


def test_a_piece_can_be_dragged(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "e3").drag_to(square(ann, "e4"))
    ann.locator("#move-form button.primary").click()
    expect_move_shown(ann, "e3e4")


def test_a_soldier_on_the_last_rank_asks_what_to_become(ann: Page, match: Any) -> None:
    elsewhere(play, match, *PROMOTING)
    open_match(ann, match)
    square(ann, "a7").click()
    square(ann, "a8").click()
    ann.get_by_role("button", name="Empress").click()
    expect_to_say(ann, "becomes Empress")
    ann.locator("#move-form button.primary").click()
    expect_move_shown(ann, "a7a8")
    assert SealedPly.objects.get(number=len(PROMOTING) + 1).move == "a7a8=E"


def test_north_sits_below_on_a_phone(bob: Page, match: Any) -> None:
    elsewhere(play, match, "e3e4")
    open_match(bob, match)
    first = bob.locator("#board .square").first
    expect(first).to_have_id("sq-h1")
    make_move(bob, "e6e5")
    width = bob.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def test_the_foot_of_the_page_comes_up_from_behind_the_row(bob: Page, match: Any) -> None:
    for height in (640, 844):
        bob.set_viewport_size({"width": 320, "height": height})
        open_match(bob, match)
        bob.evaluate(
            "scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })"
        )
        last = bob.locator(".site-foot a").last.bounding_box()
        assert last["y"] + last["height"] <= bob.locator("#actions").bounding_box()["y"], height


def test_a_double_click_plays_once(ann: Page, match: Any) -> None:
    open_match(ann, match)
    square(ann, "e3").click()
    square(ann, "e4").click()
    ann.locator("#move-form button.primary").dblclick()
    expect_move_shown(ann, "e3e4")
    assert SealedPly.objects.count() == 1


def test_a_second_tab_that_is_behind_gets_the_fresh_board(
    ann: Page, match: Any, new_visitor: NewVisitor, site: Any
) -> None:
    open_match(ann, match)
    stale = new_visitor(java_script_enabled=False)
    sign_in(stale, site, match.players.get(seat=0).user)
    stale.goto(f"/matches/{match.uid}/?at=d3&at=d4")
    make_move(ann, "e3e4")
    stale.locator("#move-form button.primary").click()
    expect(stale.locator("#match-message")).to_contain_text("position has changed")
    expect_move_shown(stale, "e3e4")
    assert SealedPly.objects.count() == 1


def test_without_a_script_everything_works(new_visitor: NewVisitor, site: Any, match: Any) -> None:
    page = new_visitor(java_script_enabled=False)
    sign_in(page, site, match.players.get(seat=0).user)
    page.goto(f"/matches/{match.uid}/")
    square(page, "e3").click()
    square(page, "e4").click()
    page.locator("#move-form button.primary").click()
    expect_move_shown(page, "e3e4")
    page.get_by_role("link", name="Resign").click()
    page.locator("form[data-row=resign] button").click()
    expect(page.get_by_role("heading", name="You have lost")).to_be_visible()


def test_arrow_keys_go_on_from_a_move_pressed_in_the_list(ann: Page, match: Any) -> None:
    elsewhere(play, match, "c2c6", "a8a7", "a1a2", now=timezone.now())
    open_match(ann, match)
    ann.locator('#move-list [data-look="2"]').click()
    expect_move_shown(ann, "a8a7")
    expect(ann.locator("#move-list [aria-current]")).to_be_focused()
    ann.keyboard.press("ArrowLeft")
    expect_move_shown(ann, "c2c6")


def test_looking_back_and_forth_by_keys(ann: Page, match: Any) -> None:
    elsewhere(play, match, "e3e4", "e6e5", "d3d4", "d6d5")
    open_match(ann, match)
    for key, ply in (("ArrowLeft", "3"), ("Home", "0"), ("End", "4")):
        ann.keyboard.press(key)
        expect(ann.locator("#board")).to_have_attribute("data-ply", ply)
        expect_settled(ann)
    expect_to_say(ann, "Your move")


def test_a_draw_is_offered_and_agreed(ann: Page, bob: Page, match: Any) -> None:
    open_match(ann, match)
    open_match(bob, match)
    ann.get_by_role("link", name="Draw").click()
    ann.locator("form[data-row=draw] button").click()
    bob.get_by_role("link", name="Accept").click()
    bob.locator("form[data-row=accept] button").click()
    expect(ann.get_by_role("heading", name="Draw")).to_be_visible()


def test_both_are_carried_into_a_rematch_with_sides_swapped(
    ann: Page, bob: Page, match: Any
) -> None:
    elsewhere(play, match, "c2c6", "f7e7", "c6c8")
    open_match(ann, match)
    open_match(bob, match)
    ann.get_by_role("button", name="Rematch").click()
    expect(ann.locator("[data-rematch=mine]")).to_be_visible()
    bob.get_by_role("button", name="Rematch").click()
    expect(bob.locator("#board .square").first).to_have_id("sq-a8")
    expect(ann.locator("#board .square").first).to_have_id("sq-h1")


def test_a_declined_draw_is_told_and_a_question_gives_the_focus_back(
    ann: Page, bob: Page, match: Any
) -> None:
    open_match(ann, match)
    open_match(bob, match)
    ann.locator("[data-ask=draw]").press("Enter")
    ann.keyboard.press("Escape")
    expect(ann.locator("[data-ask=draw]")).to_be_focused()
    ann.locator("[data-ask=draw]").press("Enter")
    ann.locator("form[data-row=draw] button").click()
    expect(bob.locator("#live")).to_have_text("Ann offers a draw.")
    bob.get_by_role("button", name="Decline", exact=True).click()
    expect(ann.locator("#match-message")).to_have_text("Your draw offer was declined.")


def test_a_draw_that_is_declined_before_the_offer_is_answered_is_told(
    ann: Page, bob: Page, match: Any
) -> None:
    open_match(ann, match)
    open_match(bob, match)

    def decline_first(route: Route) -> None:
        answer = route.fetch()
        bob.get_by_role("button", name="Decline", exact=True).click()
        expect(bob.locator("[data-row=draw-theirs]")).to_have_count(0)
        version = bob.locator(".match").get_attribute("data-version") or ""
        expect(ann.locator(".match")).to_have_attribute("data-version", version)
        route.fulfill(response=answer)

    ann.route("**/draw/**", decline_first)
    ann.locator("[data-ask=draw]").press("Enter")
    with ann.expect_response("**/draw/**"):
        ann.locator("form[data-row=draw] button").click()
    expect(ann.locator("#match-message")).to_have_text("Your draw offer was declined.")


def test_a_question_stays_open_when_an_offer_comes(ann: Page, bob: Page, match: Any) -> None:
    open_match(ann, match)
    open_match(bob, match)
    ann.locator("[data-ask=resign]").click()
    bob.locator("[data-ask=draw]").click()
    bob.locator("form[data-row=draw] button").click()
    shown = ann.locator("#actions .action-row:not([hidden])")
    expect(ann.locator("[data-row=draw-theirs]")).to_have_count(1)
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-row", "resign")
    expect(ann.locator("[data-row=resign] [data-cancel]")).to_be_focused()
    ann.locator("[data-row=resign] [data-cancel]").click()
    expect(shown).to_have_attribute("data-row", "draw-theirs")
