"""A lesson in a browser: by keyboard, with a wrong way, a hint and the way on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, square
from tests.learn.test_content import STEPS


def test_a_step_by_keyboard_alone(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor()
    page.goto("/learn/xiongqi/cannon/")
    square(page, "c2").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#step-answer")).to_contain_text("needs a screen")
    page.locator("#step-again").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/xiongqi/cannon/")  # and for its scripts
    expect(page.locator("#step-answer")).to_have_count(0)
    square(page, "c2").focus()
    page.keyboard.press("Enter")
    for _rank in range(5):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("#step-next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Soldiers across the river")
    expect(page.locator(".step-list a", has_text="The cannon").locator(".step-mark")).to_have_text(
        "✓"
    )


def test_a_hint_names_the_square_then_the_move(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor(**PHONE)
    page.goto("/learn/gungi/stack/")
    page.locator("#step-hint-link").click()
    expect(page.locator("#step-hint")).to_contain_text("e3")
    page.locator("#step-hint-link").click()
    expect(page.locator("#step-hint")).to_contain_text("e4")
    square(page, "e3").click()
    square(page, "e4").click()
    expect(page.locator("#step-next")).to_be_visible()


@pytest.mark.parametrize("path", ["gunjin/who-is-it", "seichu/capture-check", "nation/order"])
def test_other_ways_to_answer(new_visitor: NewVisitor, site: Any, path: str) -> None:
    page = new_visitor()
    page.goto(f"/learn/{path}/")
    if path.startswith("gunjin"):
        square(page, "g3").click()
        page.locator("#chooser-options button").first.click()
    elif path.startswith("seichu"):
        square(page, "b1").click()
        square(page, "b4").click()
        expect(page.locator("#check")).to_be_visible()
        page.locator("#actions [data-ask=call-doubt]").click()
        page.locator("[data-row=call-doubt] button").click()
    else:
        for order in ("market", "tax"):
            square(page, f"c-{order}").click()
            expect(page).to_have_url(re.compile(order))
    expect(page.locator("#step-next")).to_be_visible()


def test_no_step_is_wider_than_a_phone(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor(**PHONE)
    for step in STEPS[::8]:
        page.goto(f"/learn/{step.laid.game}/{step.id}/")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), step.id
