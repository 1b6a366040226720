"""What is the same on a page stays as it is when the rest comes: the focus, and what is typed."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from playwright.sync_api import expect

from games.match.changes import ending
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import elsewhere, expect_move_shown, make_move, open_match, sign_in
from tests.kit.builders import play

MARK = "(id) => { document.getElementById(id).isTheSame = true; }"
IS_THE_SAME = "(id) => document.getElementById(id).isTheSame === true"


def test_the_field_of_a_move_that_is_being_typed_stays(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    """An input method that composes a word would lose it if another field took its place."""
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=0).user)
    open_match(page, match)
    page.locator("#typed").focus()
    page.keyboard.type("e3")
    for kept in ("typed", "sq-a1"):
        page.evaluate(MARK, kept)
    north = match.players.get(seat=1).user
    elsewhere(lambda: ending.offer_draw(uid=match.uid, user=north, now=timezone.now()))
    expect(page.locator(".match")).to_have_attribute("data-draw", "theirs")
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("e3")
    assert all(page.evaluate(IS_THE_SAME, kept) for kept in ("typed", "sq-a1"))


def test_a_piece_that_is_picked_stays_so_and_squares_that_are_the_same_stay(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=0).user)
    open_match(page, match)
    page.evaluate(MARK, "sq-h8")
    make_move(page, "e3e4")
    expect_move_shown(page, "e3e4")
    elsewhere(play, match, "e6e5")
    expect_move_shown(page, "e6e5")
    assert page.evaluate(IS_THE_SAME, "sq-h8")
    expect(page.locator(".cell.last-to")).to_have_count(1)
    make_move(page, "a1a2")
    expect_move_shown(page, "a1a2")
