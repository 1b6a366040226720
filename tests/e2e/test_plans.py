"""Planning moves in a browser: by clicks on the board, and seen on the match page."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import expect

from games.match.models import Match
from games.plans.models import Plan
from tests.e2e.visits import open_match, sign_in
from tests.kit.builders import match_between, person
from tests.plans.hidden import hidden_match


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


@pytest.mark.parametrize(
    ("game", "watched", "condition", "answer"),
    [("gunjin", "g3", "moved-g3", "h6h3"), ("seichu", "a2", "moved-a2", "d6d5")],
)
def test_an_answer_is_planned_by_clicks_to_what_will_be_seen(
    new_visitor: Any, site: Any, game: str, watched: str, condition: str, answer: str
) -> None:
    match = hidden_match(game)
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=1).user)
    page.goto(f"/matches/{match.uid}/plan/")
    page.locator(f"#sq-{watched}").click()
    expect(page.locator(".plan-line li")).to_have_count(1)
    assert condition in page.url
    page.locator(f"#sq-{answer[:2]}").click()
    page.locator(f"#sq-{answer[2:]}").click()
    expect(page.locator(".plan-line li")).to_have_count(2)
    page.locator("#plan-keep").click()
    expect(page.locator(".plan-list .own")).to_have_text(answer)
    assert elsewhere_lines(match) == [[condition, answer]]


def elsewhere_lines(match: Match) -> list[list[str]]:
    """What is planned in the match, as it is stored."""
    (plan,) = Plan.objects.filter(match=match)
    return plan.lines


def shot(page: Any, name: str) -> None:
    """Pictures for whoever wants to look."""
    folder = os.environ.get("JINYA_SHOTS")
    for width, height in ((390, 844), (844, 390), (1366, 657), (1440, 900)) if folder else ():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=width < 500)
