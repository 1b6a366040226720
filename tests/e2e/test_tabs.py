"""A page that has stood while its reader signed out and in again elsewhere, or was refused."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from games.match.models import Match
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, open_match, square
from tests.kit.builders import PASSWORD, match_between, person, seat_ply_of


def enter(page: Page, name: str) -> None:
    """By the form."""
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/desk/")


def leave(page: Page) -> None:
    page.goto("/settings/")
    page.locator(".site-tools details.menu:not(.ways) summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


@pytest.fixture
def match(site: Any) -> Match:
    return match_between(person("Ann"), person("Bob"))


def pick(page: Page) -> None:
    square(page, "e3").click()
    square(page, "e4").click()


def press_play(page: Page) -> None:
    page.locator("#move-form button.primary").click()


def test_a_board_is_played_on_after_signing_out_and_in_again_in_another_tab(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    """Without sockets, so that nothing but its own requests tells the page."""
    page = new_visitor()
    page.context.route_web_socket("**", lambda socket: socket.close())
    page.context.add_init_script("Storage.prototype.setItem = () => {}")
    enter(page, "Ann")
    page.goto(f"/matches/{match.uid}/")
    pick(page)
    other = page.context.new_page()
    leave(other)
    press_play(page)
    said = page.locator("#match-message, #toast").filter(visible=True).first
    expect(said).to_contain_text("You are no longer signed in.")
    expect(page.locator("#move-form")).to_be_visible()
    enter(other, "Bob")
    press_play(page)
    expect(said).to_contain_text("Somebody else is signed in now.")
    leave(other)
    enter(other, "Ann")
    press_play(page)
    expect(page.locator("#board")).to_have_attribute("data-last", "e3 e4")
    assert seat_ply_of(match, 0) == 2


def test_a_visitors_board_becomes_ones_own_again(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    enter(page, "Ann")
    open_match(page, match)
    other = page.context.new_page()
    leave(other)
    expect(page.locator("body")).to_have_attribute("data-user", "")
    enter(other, "Ann")
    expect(page.locator("body")).not_to_have_attribute("data-user", "")
    pick(page)
    press_play(page)
    expect(page.locator("#board")).to_have_attribute("data-last", "e3 e4")


@pytest.mark.parametrize("code", [4401, 4403, 4410])
def test_a_socket_that_is_always_refused_loads_the_page_again_once(
    new_visitor: NewVisitor, site: Any, match: Match, code: int
) -> None:
    page = new_visitor()
    refused: list[int] = []

    def refuse(socket: WebSocketRoute) -> None:
        refused.append(code)
        socket.close(code=code)

    page.context.route_web_socket("**/ws/matches/**", refuse)
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    enter(page, "Ann")
    loads.clear()
    page.goto(f"/matches/{match.uid}/")
    expect(page.locator("#match-message")).to_contain_text("does not hear of news at once")
    while len(refused) < 4:  # it goes on asking
        page.wait_for_timeout(100)
    assert len(loads) == 2
    pick(page)
    press_play(page)
    expect(page.locator("#board")).to_have_attribute("data-last", "e3 e4")


def test_back_after_a_refused_form_leads_to_the_form(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("body")).to_have_attribute("data-posted", "yes")
    page.goto("/rules/")
    answer = page.go_back()
    assert answer and (answer.status, answer.request.method) == (200, "GET")
    assert page.url.endswith("/accounts/signup/")


AUTO = """[...document.querySelectorAll("a, button, input, label, select, summary")]
  .filter(one => getComputedStyle(one).touchAction === "auto").map(one => one.outerHTML)"""


def test_nothing_that_is_pressed_is_enlarged_by_pressing_it_twice(
    new_visitor: NewVisitor, match: Match
) -> None:
    page = new_visitor(**PHONE)
    open_match(page, match)
    assert page.evaluate(AUTO) == []
