"""The analysis board in a browser: moves are made on its picture."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, sign_in
from tests.kit.builders import analysis_of, person


def press(page: Page, square: str, ranks: int) -> None:
    """Press that square of the picture, which South sees upright."""
    box = page.locator(".review-picture > svg").bounding_box()
    assert box is not None
    column, row = "abcdefghi".index(square[0]), ranks - int(square[1])
    # the water of Xiongqi makes the picture a little higher than its squares
    top = box["y"] + box["height"] - (ranks - row - 0.5) * box["width"] / ranks
    page.mouse.click(box["x"] + (column + 0.5) * box["width"] / ranks, top)


def test_moves_are_made_on_the_picture(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor()
    page.goto("/analysis/xiongqi/")
    expect(page.get_by_text("Press a piece, then the square it goes to.")).to_be_visible()
    press(page, "e3", 8)
    expect(page.locator(".way-to")).to_have_count(1)
    press(page, "e3", 8)
    expect(page.locator(".way")).to_have_count(0)  # put down again
    press(page, "e3", 8)
    press(page, "e4", 8)
    expect(page).to_have_url(re.compile(r"next=e3e4$"))
    expect(page.locator(".review-line li")).to_have_text("e3e4")


def test_a_piece_in_hand_is_chosen_in_the_list_and_put_on_the_picture(
    new_visitor: NewVisitor, site: Any
) -> None:
    page = new_visitor(**PHONE)
    page.goto("/analysis/gungi/")
    hand = page.locator("[data-from$='*']").last
    name = hand.get_attribute("data-from")
    hand.locator("summary").click()
    goals = page.locator(".way-to")
    expect(goals.first).to_be_attached()
    way = hand.locator("[data-to]").first
    goal = way.get_attribute("data-to")
    assert name
    assert goal
    page.locator(".review-picture").scroll_into_view_if_needed()
    press(page, goal, 9)
    expect(page).to_have_url(re.compile(f"next={re.escape(name[0])}(%2A|\\*){goal}$"))


def test_a_kept_analysis_grows_on_its_picture(new_visitor: NewVisitor, site: Any) -> None:
    ann = person("Ann")
    kept = analysis_of(ann)
    page = new_visitor()
    sign_in(page, site, ann)
    page.goto(f"/analyses/{kept.uid}/")
    press(page, "e3", 8)
    press(page, "e4", 8)
    expect(page.locator(".review-tree")).to_contain_text("e3e4")
