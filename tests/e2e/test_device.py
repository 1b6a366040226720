"""What a device does for whoever is signed in on it, and for nobody after them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.endpoints.selectors import devices_of
from games.match import ending
from games.match.models import Match
from tests.e2e.conftest import PATIENCE, NewVisitor
from tests.e2e.visits import PHONE, elsewhere, make_move, open_match, sign_in, square
from tests.kit.builders import match_between, north, person, seat_ply_of, south

NOTE = "#device-note"
LOOK = 50
"""Milliseconds between two looks."""


@pytest.fixture
def match(site: Any) -> Match:
    return match_between(person("Ann"), person("Bob"))


def until(page: Page, script: str, argument: object = None) -> Any:
    """What the script answers, once that is something; a promise is waited for each time."""
    for _look in range(PATIENCE // LOOK):
        if found := page.evaluate(script, argument):
            return found
        page.wait_for_timeout(LOOK)
    raise AssertionError(script)


EMPTY = "caches.keys().then(names => names.every(name => name.startsWith('house-')))"


def keep_boards(page: Page) -> None:
    """Choose on the page of devices that boards are kept."""
    page.goto("/devices/")
    page.locator("[data-keep]").check()
    until(page, "caches.match('/who', {cacheName: 'who'}).then(Boolean)")
    until(page, "navigator.serviceWorker.controller !== null")


def wait_for_copy(page: Page, path: str) -> None:
    """Until the device has a copy of that page."""
    until(page, "path => caches.match(path).then(found => found !== undefined)", path)


def kept_by(page: Page) -> list[str]:
    """The names of everything that is kept on the device."""
    names = page.evaluate("caches.keys()")
    return sorted(name for name in names if not name.startswith("house-"))


def test_a_board_is_read_without_a_network_and_by_nobody_after(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor(**PHONE)
    sign_in(page, site, south(match))
    keep_boards(page)
    open_match(page, match)
    wait_for_copy(page, f"/matches/{match.uid}/")
    page.context.set_offline(True)
    page.goto(f"/matches/{match.uid}/")
    expect(page.locator(NOTE)).to_contain_text("No connection.")
    expect(square(page, "a1")).to_be_visible()
    assert page.locator("#board").evaluate("board => getComputedStyle(board).display") == "grid"
    page.goto("/people/")
    expect(page.locator("h1")).to_have_text("You are offline")

    page.context.set_offline(False)
    page.goto("/settings/")
    page.locator(".house-tools details.menu summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    assert kept_by(page) == []

    sign_in(page, site, person("Carl"))
    keep_boards(page)
    page.context.set_offline(True)
    page.goto(f"/matches/{match.uid}/")
    expect(page.locator("h1")).to_have_text("You are offline")
    assert "Ann" not in page.content()


def test_whoever_comes_without_a_sign_out_finds_nothing_either(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    sign_in(page, site, south(match))
    keep_boards(page)
    open_match(page, match)
    wait_for_copy(page, f"/matches/{match.uid}/")
    sign_in(page, site, person("Carl"))
    page.goto("/people/")
    until(page, "localStorage.getItem('device') === null")
    until(page, EMPTY)
    page.context.set_offline(True)
    page.goto(f"/matches/{match.uid}/")
    expect(page.locator("h1")).to_have_text("You are offline")


def test_what_is_switched_off_is_emptied(new_visitor: NewVisitor, site: Any, match: Match) -> None:
    page = new_visitor()
    sign_in(page, site, south(match))
    keep_boards(page)
    open_match(page, match)
    wait_for_copy(page, f"/matches/{match.uid}/")
    page.goto("/devices/")
    page.locator("[data-keep]").uncheck()
    until(page, EMPTY)


def move_without_network(page: Page, site: Any, match: Match) -> None:
    """Play e3e4 on a board that was opened before the network went."""
    sign_in(page, site, south(match))
    keep_boards(page)
    open_match(page, match)
    wait_for_copy(page, f"/matches/{match.uid}/")
    page.context.set_offline(True)
    square(page, "e3").click()
    square(page, "e4").click()
    page.locator("#move-form button.primary").click()
    expect(page.locator(NOTE)).to_contain_text("Not sent: e3e4.")


def test_a_move_is_kept_and_sent_once_when_the_network_is_back(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    move_without_network(page, site, match)
    assert seat_ply_of(match, 0) == 1
    page.context.set_offline(False)
    expect(page.locator("#board")).to_have_attribute("data-last", "e3 e4")
    expect(page.locator(NOTE)).to_be_hidden()
    assert seat_ply_of(match, 0) == 2


def test_a_move_is_not_sent_once_anything_has_happened(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    move_without_network(page, site, match)
    elsewhere(ending.offer_draw, uid=match.uid, user=north(match), now=match.started_at)
    page.context.set_offline(False)
    expect(page.locator(NOTE)).to_contain_text("The board has changed since you chose e3e4")
    assert seat_ply_of(match, 0) == 1
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator(NOTE)).to_be_hidden()


STAND_IN = """
const sent = [];
Object.defineProperty(Notification, "permission", { get: () => window.allowed ?? "default" });
Notification.requestPermission = async () => (window.allowed = "granted");
PushManager.prototype.getSubscription = async () => window.subscription ?? null;
PushManager.prototype.subscribe = async () => {
  if (window.refusals-- > 0) throw new DOMException("not now", "AbortError");
  const subscription = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${location.pathname.length}`,
    toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: KEY, auth: AUTH } }),
    unsubscribe: async () => delete window.subscription,
  };
  return (window.subscription = subscription);
};
"""
KEYS = (
    'const KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8p'
    'ZGH6SRpkNtoIAiw4";'
    'const AUTH = "BTBZMqHH6r4Tts7J_aSIgg";'
)


def endpoints(match: Match) -> list[str]:
    """Where the one at the south of the match is pushed to."""
    return [device.endpoint for device in devices_of(south(match).pk)]


def test_push_is_asked_for_after_the_first_move_against_a_person(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    page.add_init_script(f"{{ {KEYS} {STAND_IN} }}")
    sign_in(page, site, south(match))
    open_match(page, match)
    expect(page.locator(NOTE)).to_be_hidden()
    make_move(page, "e3e4")
    expect(page.locator(NOTE)).to_contain_text("Shall this device tell you when a board waits?")
    with page.expect_response(re.compile("/devices/push/")) as answer:
        page.get_by_role("button", name="Yes, tell me").click()
    assert answer.value.status == 204
    assert User.objects.get(name="Ann").notice_choices["reach"] == ["push"]
    # the stand-in has forgotten its subscription with the page: as a browser may
    page.add_init_script("window.allowed = 'granted'")
    [first] = endpoints(match)
    with page.expect_response(re.compile("/devices/push/")) as answer:
        page.goto("/people/")
    assert answer.value.status == 204
    [second] = endpoints(match)
    assert second != first
    expect(page.locator(NOTE)).to_be_hidden()
    # and if the browser does not give another one unasked, or the house has given it up
    page.add_init_script("window.refusals = 1")
    page.goto("/people/")
    expect(page.locator(NOTE)).to_contain_text("Notices on this device have stopped.")
    with page.expect_response(re.compile("/devices/push/")) as answer:
        page.get_by_role("button", name="Turn on again").click()
    assert answer.value.status == 204
    assert endpoints(match) == [second]


def test_a_push_is_always_shown_whatever_it_says(
    whole_browser: Browser, site: Any, match: Match
) -> None:
    page = whole_browser.new_context(base_url=site.url).new_page()
    page.context.grant_permissions(["notifications"])
    sign_in(page, site, south(match))
    registered: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(row["registrationId"] for row in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.goto("/devices/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    told = {"title": "Jinya", "text": "A board waits for you.", "url": "/people/", "tag": "t"}
    for text in (json.dumps(told), "not json"):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site.url, "registrationId": registered[0], "data": text},
        )
    shown = until(
        page,
        "navigator.serviceWorker.ready.then(worker => worker.getNotifications())"
        ".then(all => all.length === 2 && all.map(one => [one.title, one.body, one.data.url]))",
    )
    assert sorted(shown) == [["Jinya", "", "/"], ["Jinya", "A board waits for you.", "/people/"]]
    page.context.close()


def test_it_can_be_installed(page: Page, site: Any) -> None:
    page.goto("/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/desk/", "/matches/new/"]
    for icon in manifest["icons"]:
        size = page.evaluate(
            "async url => { const picture = new Image(); picture.src = url; await picture.decode();"
            " return `${picture.naturalWidth}x${picture.naturalHeight}`; }",
            icon["src"],
        )
        assert size == icon["sizes"]
