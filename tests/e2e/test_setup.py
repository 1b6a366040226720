"""Placing one's pieces in a browser: by hand, by taps, by letters; saved as one goes; ready."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engines.catalogue import meta_for
from games.setup.models import Formation, SetupDraft
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, elsewhere, expect_to_say, open_match, sign_in, square
from tests.kit.builders import match_between, person, submit

PLACING = meta_for("gunjin").placing
assert PLACING is not None
FORTRESS, HAMMER = (army.letters for army in PLACING.armies[:2])


@pytest.fixture
def match(site: Any) -> Any:
    return match_between(person("Ann"), person("Bob"), game="gunjin")


@pytest.fixture
def ann(new_visitor: NewVisitor, site: Any, match: Any) -> Page:
    page = new_visitor(viewport={"width": 1280, "height": 900})
    sign_in(page, site, match.players.get(seat=0).user)
    open_match(page, match)
    return page


@pytest.fixture
def bob(new_visitor: NewVisitor, site: Any, match: Any) -> Page:
    """North, on a phone."""
    page = new_visitor(**PHONE)
    sign_in(page, site, match.players.get(seat=1).user)
    open_match(page, match)
    return page


def spare(page: Page, letter: str) -> Any:
    return page.locator(f"#spare-{letter}")


def expect_placed(page: Page, letters: str) -> None:
    """The board shows these pieces, and the site has them too."""
    expect(page.locator('.keep-form [name="letters"]')).to_have_value(letters)
    shown = page.locator("#board .square").evaluate_all(
        "all => all.map(one => one.querySelector('.piece')?.dataset.sign ?? '.').join('')"
    )
    assert shown == letters
    expect(page.locator("#board-form")).to_have_attribute("data-saved", letters)
    assert [draft.letters for draft in SetupDraft.objects.all()] == [letters]


def drag(page: Page, one: Any, other: Any) -> None:
    start, end = one.bounding_box(), other.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def test_pieces_are_placed_swapped_and_taken_back_by_hand(ann: Page) -> None:
    drag(ann, spare(ann, "G"), square(ann, "a3"))
    drag(ann, spare(ann, "L"), square(ann, "b3"))
    expect_placed(ann, "GL" + "." * 21)
    drag(ann, square(ann, "a3"), square(ann, "b3"))
    expect_placed(ann, "LG" + "." * 21)
    drag(ann, square(ann, "b3"), ann.locator("#spares"))
    expect_placed(ann, "L" + "." * 22)
    expect(square(ann, "b3")).to_have_attribute("aria-label", "b3, at the bridge, empty")
    ann.locator("#placing-undo").click()
    expect_placed(ann, "LG" + "." * 21)


def test_a_whole_army_is_typed(ann: Page) -> None:
    square(ann, "a3").focus()
    for letter in FORTRESS.lower()[:-1]:
        ann.keyboard.press(letter)
    expect(square(ann, "h1")).to_be_focused()
    expect(ann.locator("#ready")).to_be_hidden()
    ann.keyboard.press("x")
    expect(ann.locator("#match-message")).to_have_text("No Mine is left to place.")
    ann.keyboard.press("e")
    expect_placed(ann, FORTRESS)
    expect(ann.locator("#ready")).to_be_visible()
    expect(ann.locator("#row-text")).to_have_text("All placed. Ready?")
    square(ann, "h1").focus()
    ann.keyboard.press("Delete")
    expect(ann.locator("#row-text")).to_have_text("Place your pieces: press one, then its square.")
    expect(ann.locator("#placing-left")).to_have_text("Still to place: 1")
    expect(ann.locator("#ready")).to_be_hidden()


def test_taps_on_a_phone_and_ready(bob: Page, match: Any) -> None:
    spare(bob, "B").tap()
    square(bob, "h4").tap()
    square(bob, "g4").tap()  # there is another one of its kind
    expect_placed(bob, "BB" + "." * 21)
    bob.get_by_role("button", name="Hammer").tap()
    expect_placed(bob, HAMMER)
    square(bob, "h4").tap()
    square(bob, "d6").tap()
    expect(bob.locator("#board-form")).not_to_have_attribute("data-saved", HAMMER)
    bob.locator("#ready").tap()
    expect_to_say(bob, "You cannot change it afterwards")
    bob.locator('[data-row="ready"] button').tap()
    expect_to_say(bob, "You are ready. Waiting for Ann.")
    expect(bob.locator("#placing")).to_have_count(0)
    assert not SetupDraft.objects.exists()


def test_the_tray_keeps_its_height(bob: Page) -> None:
    bob.set_viewport_size({"width": 320, "height": 700})
    tray = bob.locator("#spares")
    heights = {tray.evaluate("tray => tray.offsetHeight")}
    bob.get_by_role("button", name="Hammer").tap()
    expect_placed(bob, HAMMER)
    heights.add(tray.evaluate("tray => tray.offsetHeight"))
    square(bob, "h4").tap()
    expect(bob.locator("#take-back")).to_be_visible()
    heights.add(tray.evaluate("tray => tray.offsetHeight"))
    assert len(heights) == 1


def test_news_of_the_other_side_disturb_nothing(ann: Page, match: Any) -> None:
    ann.get_by_role("button", name="Fortress").click()
    square(ann, "c3").click()
    north = match.players.get(seat=1).user
    elsewhere(submit, match, north, PLACING.action(HAMMER), key="bob-is-ready")
    expect(ann.locator(".seat.far .tray-count")).to_have_text("Ready")
    expect(ann.locator(".cell.picked .square")).to_have_id("sq-c3")
    expect_placed(ann, FORTRESS)
    ann.keyboard.press("Escape")
    ann.locator("#ready").click()
    ann.locator('[data-row="ready"] button').click()
    expect_to_say(ann, "Your move.")
    expect(square(ann, "a6")).to_be_visible()


def test_a_name_half_written_outlives_news_of_the_other_side(ann: Page, match: Any) -> None:
    ann.get_by_role("button", name="Fortress").click()
    ann.locator("#keep-name").press_sequentially("Old wa")
    north = match.players.get(seat=1).user
    elsewhere(submit, match, north, PLACING.action(HAMMER), key="bob-is-ready")
    expect(ann.locator(".seat.far .tray-count")).to_have_text("Ready")
    expect(ann.locator("#keep-name")).to_be_focused()
    ann.keyboard.type("ll")
    ann.locator("#keep").press("Enter")
    expect(ann.locator(".ready-setups.kept .ready-setup")).to_have_text("Old wall")
    expect(ann.locator("#keep")).to_be_focused()
    expect(ann.locator("#keep-name")).to_have_value("")


def test_ctrl_z_takes_back_and_ready_leads_to_the_board(ann: Page) -> None:
    drag(ann, spare(ann, "G"), square(ann, "a3"))
    expect_placed(ann, "G" + "." * 22)
    ann.keyboard.press("Control+z")
    expect_placed(ann, "." * 23)
    ann.set_viewport_size({"width": 800, "height": 500})
    ann.get_by_role("button", name="Fortress").click()
    ann.locator("#ready").click()
    ann.evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.locator('[data-row="ready"] button').click()
    expect(ann.locator("#placing")).to_have_count(0)
    expect(ann.locator("#match-live")).to_be_in_viewport()
    assert ann.evaluate("document.getElementById('match-live').getBoundingClientRect().top") >= -1


def test_getting_ready_moves_no_page_whose_board_is_in_view(ann: Page) -> None:
    ann.set_viewport_size({"width": 1440, "height": 900})
    ann.get_by_role("button", name="Fortress").click()
    ann.locator("#ready").click()
    ann.locator('[data-row="ready"] button').click()
    expect(ann.locator("#placing")).to_have_count(0)
    assert ann.evaluate("scrollY") == 0


def test_a_formation_is_kept_and_comes_back(ann: Page) -> None:
    ann.get_by_role("button", name="Fortress").click()
    ann.locator("#keep-name").fill("Old wall")
    ann.get_by_role("button", name="Save", exact=True).click()
    kept = ann.locator(".ready-setups.kept .ready-setup")
    expect(kept).to_have_text("Old wall")
    assert Formation.objects.get().letters == FORTRESS
    ann.get_by_role("button", name="Clear", exact=True).click()
    expect_placed(ann, PLACING.nothing)
    kept.click()
    expect_placed(ann, FORTRESS)
    ann.reload()
    expect_placed(ann, FORTRESS)


def expect_said(page: Page, words: str) -> None:
    """A screen reader is told so."""
    expect(page.locator("#live")).to_have_text(words)


def test_what_happens_to_set_ups_is_said(ann: Page) -> None:
    ann.get_by_role("button", name="Fortress").click()
    expect_said(ann, "Fortress. All pieces are placed.")
    ann.get_by_role("button", name="Clear", exact=True).click()
    expect_said(ann, "Clear. Still to place: 23")
    ann.locator("#placing-undo").click()
    expect_said(ann, "Undone. All pieces are placed.")
    ann.locator("#keep-name").fill("Old wall")
    ann.locator("#keep").click()
    expect_said(ann, "Saved as Old wall.")
    more = ann.locator(".kept-more")
    more.locator("> summary").click()
    more.locator("[name=new_name]").fill("New wall")
    ann.get_by_role("button", name="Rename").click()
    expect_said(ann, "Renamed to New wall.")
    expect(more.locator("> summary")).to_be_focused()
    more.locator("> summary").click()
    expect(ann.get_by_role("button", name="Delete")).to_be_hidden()  # it asks first
    more.locator(".kept-forget summary").click()
    expect(more.locator(".kept-forget p")).to_contain_text("New wall")
    ann.get_by_role("button", name="Delete").click()
    expect_said(ann, "New wall deleted.")
    expect(ann.locator("#keep-name")).to_be_focused()


def test_the_list_of_formations_stays_where_it_was_scrolled_to(ann: Page) -> None:
    ann.set_viewport_size({"width": 1280, "height": 600})
    ann.get_by_role("button", name="Fortress").click()
    panel = ann.locator(".panel-placing")
    ann.locator("#keep-name").fill("Old wall")
    ann.locator("#keep").click()
    expect(ann.locator(".ready-setups.kept .ready-setup")).to_have_text("Old wall")
    assert panel.evaluate("panel => panel.scrollTop") > 0
    expect(ann.locator("#keep")).to_be_in_viewport()


def test_the_other_side_getting_ready_is_said_and_shown(ann: Page, match: Any) -> None:
    north = match.players.get(seat=1).user
    elsewhere(submit, match, north, PLACING.action(HAMMER), key="bob-is-ready")
    expect_to_say(ann, "press one, then its square. Bob is ready.")
    expect_said(ann, "Bob is ready.")


def test_a_set_up_is_made_outside_a_match(new_visitor: NewVisitor, site: Any) -> None:
    """Placed by hand, undone by keys, kept, worked on and replaced; and then it is in a match."""
    user, page = person("Ann"), new_visitor(viewport={"width": 1280, "height": 900})
    sign_in(page, site, user)
    page.goto("/set-ups/")
    page.locator("button[value=new]").first.click()
    page.wait_for_url("**/set-ups/gunjin/")  # with its scripts
    page.locator('[value="army:fortress"]').click()
    square(page, "a1").click()
    square(page, "b1").click()
    swapped = page.locator('.keep-form [name="letters"]').input_value()
    assert swapped != FORTRESS
    page.keyboard.press("Control+z")
    expect(page.locator("#board-form")).to_have_attribute("data-saved", FORTRESS)
    page.locator("#ready").click()
    expect(page.locator("#keep-name")).to_be_focused()
    page.keyboard.type("Old wall")
    page.locator("#keep").click()
    expect(page.locator("#live")).to_contain_text("Saved as Old wall.")
    page.locator('[value="army:hammer"]').click()
    page.locator("#ready").click()
    page.locator('[data-row="ready"] button').click()
    expect(page.locator("#live")).to_contain_text("Saved as Old wall.")
    assert Formation.objects.get().letters == HAMMER
    page.locator(".kept-more summary").first.click()
    page.locator("[value=copy]").click()
    expect(page.locator(".kept .ready-setup")).to_have_count(2)
    page.locator('[value="army:fortress"]').click()
    page.locator('.kept [value="load:Old wall 2"]').click()
    expect(page.locator("#row-text")).to_have_text("Old wall 2: all pieces are placed.")
    expect(page.locator("#board-form")).to_have_attribute("data-saved", HAMMER)
    page.keyboard.press("Control+z")
    expect(page.locator("#board-form")).to_have_attribute("data-saved", FORTRESS)
    match = match_between(user, person("Bob"), game="gunjin")
    open_match(page, match)
    page.locator('.kept [value="load:Old wall"]').click()
    expect_placed(page, HAMMER)
