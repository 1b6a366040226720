"""Private notes in a browser: what is half written outlives a move of the other side."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.e2e.visits import elsewhere, expect_move_shown, open_match, sign_in
from tests.kit.builders import match_between, person, play


def test_a_note_is_written_through_moves_and_kept(new_visitor: Any, site: Any) -> None:
    south = person()
    match = match_between(south, person())
    page = new_visitor()
    sign_in(page, site, south)
    open_match(page, match)
    page.locator("#note-place summary").click()
    field = page.get_by_label("Only you can see your notes.")
    field.press_sequentially("watch the ")
    elsewhere(play, match, "e3e4", "e6e5")
    expect_move_shown(page, "e6e5")
    expect(field).to_be_focused()
    field.press_sequentially("cannon")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".note-done")).to_contain_text("Saved.")
    expect(page.locator("#live")).to_have_text("Saved.")
    open_match(page, match)
    page.locator("#note-place summary").click()
    expect(field).to_have_value("watch the cannon")


def test_a_note_to_a_move_leads_back_to_its_board(new_visitor: Any, site: Any) -> None:
    south = person()
    match = match_between(south, person())
    elsewhere(play, match, "e3e4", "e6e5", "d3d4")
    page = new_visitor()
    sign_in(page, site, south)
    open_match(page, match)
    page.locator("#note-place summary").click()
    number = page.get_by_label("Note to move", exact=True)
    expect(number).to_have_value("3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".match")).to_have_attribute("data-ply", "2")
    expect(number).to_have_value("2")
    page.get_by_label("Your note to this move").fill("here I knew")
    page.get_by_role("button", name="Add").click()
    there = page.locator(".note-remarks a")
    expect(there).to_have_text("Move 2")
    page.locator("#match-live").press("End")
    expect(page.locator(".match")).to_have_attribute("data-present", "yes")
    there.click()
    expect(page.locator(".match")).to_have_attribute("data-ply", "2")
    expect(page.locator(".note-words")).to_have_text("here I knew")
