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
    page.get_by_text("Your notes").click()
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
    page.get_by_text("Your notes").click()
    expect(field).to_have_value("watch the cannon")
