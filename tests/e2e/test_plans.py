"""Planning moves in a browser: by clicks on the board, and seen on the match page."""

from __future__ import annotations

import os
from typing import Any

from playwright.sync_api import expect

from tests.e2e.visits import open_match, sign_in
from tests.kit.builders import match_between, person


def test_a_line_is_planned_by_clicks(new_visitor: Any, site: Any) -> None:
    north = person()
    match = match_between(person(), north)
    page = new_visitor()
    sign_in(page, site, north)
    open_match(page, match)
    page.locator("#plan-open").scroll_into_view_if_needed()
    shot(page, "panel")
    page.locator("#plan-open").click()
    for start, goal in (("e3", "e4"), ("e6", "e5")):
        page.locator(f"#sq-{start}").click()
        page.locator(f"#sq-{goal}").click()
        expect(page.get_by_role("link", name=start + goal)).to_be_visible()
    expect(page.locator("#plan-keep")).to_be_visible()
    shot(page, "line")
    page.locator("#plan-keep").click()
    expect(page.locator(".plan-list .own")).to_have_text("e6e5")
    shot(page, "kept")
    open_match(page, match)
    expect(page.locator("#plan-place .own")).to_have_text("e6e5")


def shot(page: Any, name: str) -> None:
    """Pictures for whoever wants to look."""
    folder = os.environ.get("JINYA_SHOTS")
    for width, height in ((390, 844), (844, 390), (1366, 657), (1440, 900)) if folder else ():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=width < 500)
