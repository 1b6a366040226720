"""After the end, in a browser: the slider, whose eyes, the steps, and the papers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, expect_settled, open_match, sign_in, square

LAST = "11"


@pytest.fixture
def ann(new_visitor: NewVisitor, site: Any, over: Any) -> Page:
    page = new_visitor(viewport={"width": 1440, "height": 900})
    sign_in(page, site, over.players.get(seat=0).user)
    open_match(page, over)
    return page


def expect_ply(page: Page, ply: str) -> None:
    expect(page.locator(".match")).to_have_attribute("data-ply", ply)
    expect_settled(page)


def expect_unknown(page: Page, name: str, *, unknown: bool = True) -> None:
    label = square(page, name)
    if unknown:
        expect(label).to_have_accessible_name(f"{name}, North Unknown piece")
    else:
        expect(label).not_to_have_accessible_name(f"{name}, North Unknown piece")


def test_eyes_are_kept_from_step_to_step(ann: Page) -> None:
    expect_unknown(ann, "a6", unknown=False)
    ann.get_by_role("link", name="South", exact=True).click()
    expect_ply(ann, "10")
    expect_unknown(ann, "a6")
    ann.keyboard.press("ArrowLeft")
    expect_ply(ann, "9")
    expect_unknown(ann, "a6")
    ann.get_by_role("link", name="Show everything").click()
    expect_unknown(ann, "a6", unknown=False)
    expect_ply(ann, "9")
    ann.get_by_role("link", name="North", exact=True).click()
    expect(ann.locator("#board")).to_have_class("board gunjin turned")
    expect(ann.locator("#eyes-north")).to_be_focused()
    ann.keyboard.press("End")
    expect_ply(ann, LAST)


def test_the_slider_works_by_keyboard_and_by_dragging(ann: Page) -> None:
    slider = ann.locator("#replay-ply")
    slider.focus()
    slider.press("ArrowLeft")
    expect_ply(ann, "10")
    expect(slider).to_be_focused()
    slider.press("Home")
    expect_ply(ann, "2")
    expect(slider).to_have_attribute("aria-valuetext", "Move 0 of 9")
    box = slider.bounding_box()
    assert box is not None
    ann.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    ann.mouse.down()
    ann.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    expect(ann.locator("#board")).not_to_have_attribute("data-ply", "2")  # follows under the hand
    expect_ply(ann, "2")
    ann.mouse.up()
    expect(ann.locator(".match")).not_to_have_attribute("data-ply", "2")


def test_it_all_works_without_a_script(new_visitor: NewVisitor, over: Any) -> None:
    page = new_visitor(java_script_enabled=False, **PHONE)
    page.goto(f"/matches/{over.uid}/")
    page.get_by_role("link", name="North", exact=True).click()
    expect_ply(page, "10")
    expect(square(page, "a1")).to_have_accessible_name("a1, South Unknown piece")
    page.locator("#replay-ply").press("Home")
    page.locator(".replay-slider button").click()
    expect_ply(page, "2")
    expect(square(page, "a1")).to_have_accessible_name("a1, South Unknown piece")


def test_the_papers_can_be_unfolded_and_downloaded(ann: Page) -> None:
    ann.get_by_text("Proof of the set-up", exact=True).click()
    expect(ann.locator("#pledges code")).to_have_count(46)
    ann.keyboard.press("ArrowLeft")
    expect_ply(ann, "10")
    expect(ann.locator("#pledges code").first).to_be_visible()  # stays unfolded
    with ann.expect_download() as download:
        ann.get_by_role("link", name="As JSON").click()
    assert download.value.suggested_filename.startswith("jinya-gunjin-")
