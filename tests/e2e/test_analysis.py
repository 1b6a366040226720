"""The analysis board in a browser, and analyses that are kept: moves are made on them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, expect_settled, sign_in, square
from tests.kit.builders import analysis_of, person


def tree(page: Page) -> Any:
    return page.locator(".review-tree button")


@pytest.mark.parametrize("script", [True, False])
def test_moves_are_made_on_the_board_of_a_match(
    new_visitor: NewVisitor, site: Any, script: bool
) -> None:
    """With a script no page is loaded for them."""
    page = new_visitor(java_script_enabled=script)
    page.goto("/analysis/xiongqi/")
    if script:
        page.evaluate("window.sameAsBefore = true")
    for number, (start, goal) in enumerate((("e3", "e4"), ("e6", "e5")), start=1):
        square(page, start).click()
        square(page, goal).click()
        if not script:
            page.locator("#move-play").click()
        expect(tree(page)).to_have_count(number)
    expect(page).to_have_url(re.compile(r"moves=e3e4%2Ce6e5$"))
    page.get_by_role("link", name="Previous move").click()
    expect(page.locator(".review-tree [aria-current]")).to_have_text(re.compile("e3 to e4"))
    if script:
        assert page.evaluate("window.sameAsBefore")
    page.get_by_role("link", name="Turn the board").click()
    expect(page.locator("#board.turned")).to_be_visible()
    square(page, "d6").click()
    square(page, "d5").click()
    if not script:
        page.locator("#move-play").click()
    expect(tree(page)).to_have_count(3)
    expect(page.locator(".review-tree [aria-current]")).to_have_text(re.compile("d6 to d5"))
    expect(page).to_have_url(re.compile(r"flip=1"))


def test_a_piece_in_hand_is_put_on_the_board_of_a_phone(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor(**PHONE)
    page.goto("/analysis/gungi/")
    page.locator("#hand .square").last.tap()
    goal = page.locator("#board .cell.target .square").first
    name = goal.get_attribute("value")
    goal.tap()
    expect(tree(page)).to_have_text(re.compile(f"{name}$"))
    expect_settled(page)
    page.locator("#hand .square").first.tap()  # the other side's: it is to move
    page.locator("#board .cell.target .square").first.tap()
    expect(tree(page)).to_have_count(2)
    expect_settled(page)


def test_a_typed_move_and_one_of_the_line_load_no_page(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor()
    page.goto("/analysis/xiongqi/?moves=e3e4,e6e5,d3d4")
    page.evaluate("window.sameAsBefore = true")
    page.get_by_role("button", name="e6 to e5").click()
    expect(page.locator(".review-tree [aria-current]")).to_have_text(re.compile("e6 to e5"))
    page.get_by_label("Type a move").fill("d3d4")
    page.keyboard.press("Enter")
    expect(page.locator(".review-tree [aria-current]")).to_have_text(re.compile("d3 to d4"))
    expect(tree(page)).to_have_count(3)
    page.get_by_label("Type a move").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#match-message")).to_contain_text("nonsense")
    assert page.evaluate("window.sameAsBefore")


def test_a_line_is_played_and_stepped_through_by_keys(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor()
    page.goto("/analysis/xiongqi/?moves=e3e4,e6e5,d3d4&at=1")
    here = page.locator(".review-tree [aria-current]")
    page.get_by_role("button", name="Play the moves").click()
    expect(page.get_by_role("button", name="Play the moves")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(here).to_have_text(re.compile("d3 to d4"))
    expect(page.get_by_role("button", name="Play the moves")).to_have_attribute(
        "aria-pressed", "false"
    )
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(here).to_have_text(re.compile("e6 to e5"))
    page.keyboard.press("Home")
    expect(here).to_have_count(0)
    page.keyboard.press("End")
    expect(here).to_have_text(re.compile("d3 to d4"))


def test_the_whole_board_is_in_sight_on_a_small_laptop(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor(viewport={"width": 1366, "height": 657})
    for game in ("xiongqi", "gungi"):
        page.goto(f"/analysis/{game}/")
        expect(page.locator("#board")).to_be_in_viewport(ratio=1)


def test_a_kept_analysis_grows_on_the_same_board(new_visitor: NewVisitor, site: Any) -> None:
    ann = person("Ann")
    kept = analysis_of(ann)
    page = new_visitor()
    sign_in(page, site, ann)
    page.goto(f"/analyses/{kept.uid}/")
    page.evaluate("window.sameAsBefore = true")
    square(page, "e3").click()
    square(page, "e4").click()
    expect(page.locator(".review-tree [aria-current]")).to_have_text(re.compile("e3 to e4"))
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator(".review-tree [aria-current]")).to_have_count(0)
    assert page.evaluate("window.sameAsBefore")
