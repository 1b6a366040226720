"""The frame of every page in a browser: menus, the look, the counts, invitations that move on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.match.terms import opening
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import elsewhere, sign_in
from tests.kit.builders import PASSWORD, match_between, person, play, terms


def at_desk(page: Page, site: Any, user: User) -> Page:
    sign_in(page, site, user)
    page.goto(reverse("games:desk"))
    expect(page.locator("body")).to_have_attribute("data-desk-link", "open")
    return page


@pytest.mark.parametrize("way", ["a key", "a press elsewhere"])
def test_the_menu_closes(page: Page, site: Any, way: str) -> None:
    at_desk(page, site, person("Masako"))
    menu = page.locator(".site-tools details.menu:not(.ways)")
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    if way == "a key":
        page.keyboard.press("Escape")
    else:
        page.locator("h1").click()
    expect(menu).not_to_have_attribute("open", "")


def test_the_look_changes_at_once_and_stays(page: Page, site: Any) -> None:
    page.goto("/")
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("scripts", [True, False])
def test_language_and_look_need_no_scripts(new_visitor: NewVisitor, scripts: bool) -> None:
    page = new_visitor(java_script_enabled=scripts)
    page.goto("/")
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator("#theme-switch [value=contrast]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")


def test_a_move_elsewhere_appears_on_the_open_desk(page: Page, site: Any) -> None:
    south, north = person(), person()
    match = match_between(south, north, now=timezone.now())
    at_desk(page, site, north)
    expect(page.locator(".match-row.hot")).to_have_count(0)
    elsewhere(play, match, "e3e4", now=timezone.now())
    expect(page.locator(".match-row.hot")).to_have_count(1)
    expect(page).to_have_title("(1) My matches · Jinya")
    expect(page.locator("#boards-bubble .bubble")).to_have_text("1")
    badge = re.compile("^data:image/png")
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", badge)
    expect(page.locator("#live")).to_have_text("1 board waits for your move.")
    news = page.locator("#news a")  # the tab says it, besides
    expect(news).to_have_attribute("href", reverse("games:match", args=[match.uid]))


def test_a_taken_invitation_leads_its_owner_to_the_board(page: Page, site: Any) -> None:
    owner, guest = person(), person()
    match = opening.create_invitation(user=owner, terms=terms(), now=timezone.now())
    sign_in(page, site, owner)
    page.goto(reverse("games:take", args=[match.secret]))
    expect(page.locator("body")).to_have_attribute("data-desk-link", "open")
    elsewhere(opening.take_seat, secret=match.secret, user=guest, now=timezone.now())
    page.wait_for_url(f"**{reverse('games:match', args=[match.uid])}")


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_nothing_sticks_out_of_a_narrow_page(new_visitor: NewVisitor, locale: str) -> None:
    page = new_visitor(locale=locale, viewport={"width": 320, "height": 640})
    for address in (
        *("/", "/rules/", "/rules/xiongqi/", "/rules/gunjin/", "/rules/seichu/"),
        *("/accounts/signup/", "/nowhere/"),
    ):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, address


def test_a_double_click_sends_a_form_once(page: Page, site: Any) -> None:
    person("Masako")
    page.goto("/accounts/login/")
    page.locator("main [name=login]").fill("Masako")
    page.locator("main [name=password]").fill(PASSWORD)
    posts: list[str] = []

    def slowly(route: Route) -> None:
        posts.append(route.request.url)
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/accounts/login/", slowly)
    page.locator("main form:has([name=password]) button[type=submit]").dblclick(
        delay=50, no_wait_after=True
    )
    page.wait_for_url("**/desk/")
    assert len(posts) == 1
