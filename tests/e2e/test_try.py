"""A player's own board beside a match, in a browser: moves by the rules, and pieces by hand."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, expect_settled, sign_in, square
from tests.kit.builders import match_between, north, person
from tests.plans.hidden import hidden_match


def test_moves_are_tried_by_presses_and_are_there_again(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor()
    sign_in(page, site, north(match))
    page.goto(f"/matches/{match.uid}/")
    page.get_by_role("link", name="Try moves").click()
    for start, goal in (("e3", "e4"), ("e6", "e5")):
        square(page, start).click()
        square(page, goal).click()
        expect(page.locator(".review-tree [aria-current]")).to_contain_text(f"{start}–{goal}")
    page.locator("#own-note").fill("a soldier each")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator(".review-tree em")).to_have_text("a soldier each")
    page.locator("#own-back").click()
    expect(page.locator(".review-tree [aria-current]")).to_contain_text("e3–e4")
    page.goto(f"/matches/{match.uid}/try/")
    expect(page.locator(".review-tree a")).to_have_count(2)
    assert not match.players.filter(has_moved=True).exists()


def test_the_hand_shown_is_that_of_whose_move_it_is(new_visitor: NewVisitor, site: Any) -> None:
    """Drops of the other side, too, can be tried."""
    match = match_between(person("Ann"), person("Bob"), game="gungi")
    page = new_visitor()
    sign_in(page, site, north(match))
    page.goto(f"/matches/{match.uid}/try/")
    for count in (1, 2):
        page.locator("#hand .square").last.click()
        page.locator("#board .cell.target .square").first.click()
        expect(page.locator(".review-tree a")).to_have_count(count)
        expect_settled(page)


def test_a_piece_that_is_picked_up_by_hand_is_seen_and_put_anywhere(
    new_visitor: NewVisitor, site: Any
) -> None:
    match = hidden_match("gunjin")
    page = new_visitor(**PHONE)
    sign_in(page, site, north(match))
    page.goto(f"/matches/{match.uid}/try/")
    picked = page.locator(".cell.picked .square")
    expect(picked).to_have_count(0)
    pick(page, "b3")
    page.locator("#put-back").click()
    expect(picked).to_have_count(0)
    pick(page, "b3")
    square(page, "c5").click()
    expect(page.locator(".review-tree [aria-current]")).to_contain_text("b3c5")
    pick(page, "a6")
    page.locator("#take-off").click()
    expect(page.locator(".review-tree [aria-current]")).to_contain_text("a6-")
    expect(picked).to_have_count(0)


def pick(page: Page, name: str) -> None:
    """Pick up what stands there, and see it picked on the board that has come for it."""
    square(page, name).click()
    expect(page.locator("#put-back")).to_be_visible()
    expect(page.locator(".cell.picked .square")).to_have_id(f"sq-{name}")
