"""A whole match and a whole set-up by keyboard alone, with a ring around whatever has the focus."""

from __future__ import annotations

import re
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PATIENCE, NewVisitor
from tests.e2e.visits import elsewhere, expect_move_shown, expect_settled, open_match, sign_in
from tests.kit.builders import match_between, person, play
from tests.kit.gunjin import gunjin_match

IS_SHOWN = """() => {
    const one = document.activeElement;
    if (one === document.body) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const { x, y, width, height } = one.getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    const isRinged = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    const mark = getComputedStyle(one, "::after");
    const isUnder = mark.content !== "none" && mark.position === "absolute"
        && parseFloat(mark.top) < 3;
    return isRinged && !isUnder && Boolean(seen) && (one.contains(seen) || seen.contains(one));
}"""
"""Whether something has the focus, with a ring around it, and nothing lies over either."""

MOST_TABS = 40


class Keys:
    """Presses keys, and after each waits until what has the focus shows it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            expect_settled(self.page)
            self.page.wait_for_function(IS_SHOWN, timeout=PATIENCE)

    def tab_to(self, selector: str) -> None:
        for _press in range(MOST_TABS):
            if self.page.evaluate("one => document.activeElement.matches(one)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def walk_to(self, square: str) -> None:
        """By arrows, from the square that has the focus."""
        here = self.page.evaluate("document.activeElement.value")
        files, ranks = (ord(square[at]) - ord(here[at]) for at in (0, 1))
        self.press(*["ArrowRight" if files > 0 else "ArrowLeft"] * abs(files))
        self.press(*["ArrowUp" if ranks > 0 else "ArrowDown"] * abs(ranks))
        expect(self.page.locator(f"#sq-{square}")).to_be_focused()

    def move(self, text: str) -> None:
        """Pick, go there, place, confirm."""
        self.tab_to(".square")
        self.walk_to(text[:2])
        self.press("Enter")
        self.walk_to(text[2:4])
        self.press("Enter")
        expect(self.page.locator("#move-play")).to_be_focused()
        self.press("Enter")
        expect_move_shown(self.page, text)


def test_a_whole_match(new_visitor: NewVisitor, site: Any) -> None:
    ann = person("Ann")
    match = match_between(ann, person("Bob"), now=timezone.now())
    page = new_visitor(viewport={"width": 1280, "height": 900})
    sign_in(page, site, ann)
    open_match(page, match)
    keys = Keys(page)
    keys.move("c2c6")
    elsewhere(play, match, "f7e7", now=timezone.now())
    expect_move_shown(page, "f7e7")
    keys.move("c6c8")
    expect(page.locator("#result-headline")).to_have_text("You have won")
    keys.tab_to('[data-row="over"] button')
    keys.press("Enter")
    expect(page.locator("#actions")).to_contain_text("You have asked for a rematch.")


def test_a_whole_set_up(new_visitor: NewVisitor, site: Any) -> None:
    ann, bob = person("Ann"), person("Bob")
    page = new_visitor(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    sign_in(page, site, ann)
    open_match(page, gunjin_match(ann, bob, is_placed=False))
    keys = Keys(page)
    keys.tab_to(".board .square")
    for letter in "atbdebtppehxafgdcjmxlsk":
        keys.press(letter)
    expect(page.locator("#ready")).to_be_visible()
    keys.tab_to("#ready")
    keys.press("Enter")
    keys.tab_to('[data-row="ready"] button')
    keys.press("Enter")
    expect(page.locator("#actions")).to_contain_text(re.compile("You are ready"))
