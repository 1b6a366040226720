"""What has happened since one's last move, in a browser: shown, skipped, asked for, left off."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from accounts.models import User
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import (
    PHONE,
    elsewhere,
    expect_move_shown,
    make_move,
    open_match,
    sign_in,
    square,
)
from tests.kit.builders import play


def opened(new_visitor: NewVisitor, site: Any, match: Any, **options: Any) -> Page:
    """The board of South, who has moved and been answered."""
    page = new_visitor(**options)
    sign_in(page, site, match.players.get(seat=0).user)
    elsewhere(play, match, "e3e4", "e6e5")
    open_match(page, match)
    return page


def test_it_is_shown_once_by_itself_and_the_changed_squares_stay_marked(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = opened(new_visitor, site, match)
    screen, changed = page.locator(".since-screen"), page.locator(".cell.changed")
    expect(changed).to_have_count(2)
    expect(screen).to_have_count(0)
    page.reload()
    expect(page.locator("#match-live")).to_have_attribute("data-live", "on")
    page.wait_for_timeout(1500)
    expect(changed).to_have_count(0)
    page.keyboard.press("s")
    expect(screen).to_have_count(1)
    expect(screen.locator(".board")).to_have_attribute("data-ply", "1")
    expect(changed).to_have_count(2)


def test_a_tap_ends_it_and_moves_are_made_meanwhile(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = opened(new_visitor, site, match, **PHONE)
    page.locator("#since").click()
    expect(page.locator(".since-screen")).to_have_count(1)
    square(page, "d3").click()
    expect(page.locator(".since-screen")).to_have_count(0)
    square(page, "d4").click()
    page.locator("#move-form button.primary").click()
    expect_move_shown(page, "d3d4")
    expect(page.locator("#since")).to_have_count(0)


def test_who_has_left_it_off_sees_it_on_a_press_alone(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    elsewhere(User.objects.filter(pk=match.players.get(seat=0).user_id).update, steps_through=False)
    page = opened(new_visitor, site, match)
    page.wait_for_timeout(1000)
    page.keyboard.press("s")
    page.wait_for_timeout(1000)
    expect(page.locator(".cell.changed")).to_have_count(0)
    page.locator("#since").click()
    expect(page.locator(".cell.changed")).to_have_count(2)


def test_it_goes_on_from_board_to_board(new_visitor: NewVisitor, site: Any, match: Any) -> None:
    page = opened(new_visitor, site, match)
    make_move(page, "d3d4")
    elsewhere(play, match, "d6d5")
    expect_move_shown(page, "d6d5")
    page.evaluate(  # each board is there for a moment only: looked at frame by frame
        """() => new Promise((seen) => {
          const isThird = () => document.querySelector(".since-screen .board")?.dataset.ply === "3";
          const look = () => (isThird() ? seen() : requestAnimationFrame(look));
          document.querySelector("#since").click();
          look();
        })"""
    )
