"""What a device does for whoever is signed in on it, and for nobody after them."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from accounts.models import User
from games.endpoints.selectors import devices_of
from games.match.changes import ending
from games.match.models import Match
from tests.e2e.conftest import PATIENCE, NewVisitor
from tests.e2e.visits import PHONE, elsewhere, make_move, open_match, sign_in, square
from tests.kit.builders import match_between, north, person, play, seat_ply_of, south
from tests.kit.seichu import FOUL_CAPTURED, seichu_match

NOTE = "#device-note"
LOOK = 50
"""Milliseconds between two looks."""


@pytest.fixture
def match(site: Any) -> Match:
    return match_between(person("Ann"), person("Bob"))


def until(page: Page, script: str, argument: object = None, patience: int = PATIENCE) -> Any:
    """What the script answers, once that is something; a promise is waited for each time."""
    for _look in range(patience // LOOK):
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
    page.locator(".site-tools details.menu:not(.ways) summary").click()
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


AGE = """async (path) => {
  const [name] = (await caches.keys()).filter((one) => one.startsWith("kept-"));
  const pages = await caches.open(name);
  const page = await pages.match(path);
  const headers = { ...Object.fromEntries(page.headers), "x-until": String(Date.now() - 1) };
  await pages.put(path, new Response(await page.text(), { headers }));
  return Number(page.headers.get("x-until")) - Date.now();
}"""
"""Lets the end of a kept page have come; how many milliseconds were left."""


def test_a_kept_page_has_an_end_and_shows_nothing_hidden(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    """Whoever has the device without a network reads no army, and no board for ever."""
    hidden = seichu_match(south(match), north(match))
    page = new_visitor()
    sign_in(page, site, south(match))
    keep_boards(page)
    for path in (f"/matches/{hidden.uid}/", f"/matches/{match.uid}/", "/desk/"):
        page.goto(path)
        if hidden.uid not in path:
            wait_for_copy(page, path)
    desk = page.evaluate("caches.match('/desk/').then(kept => kept.text())")
    assert f"/matches/{hidden.uid}/" in desk
    assert desk.count('class="match-picture"') == 1
    left = page.evaluate(AGE, f"/matches/{match.uid}/")
    assert 0 < left <= 72 * 3_600_000
    page.context.set_offline(True)
    for uid in (hidden.uid, match.uid):
        page.goto(f"/matches/{uid}/")
        expect(page.locator("h1")).to_have_text("You are offline")
    assert (
        page.evaluate("path => caches.match(path).then(Boolean)", f"/matches/{match.uid}/") is False
    )


def test_files_of_older_releases_go(new_visitor: NewVisitor, site: Any, match: Match) -> None:
    page = new_visitor()
    sign_in(page, site, south(match))
    keep_boards(page)
    page.evaluate(
        """async () => {
          const files = await caches.open("files");
          for (let n = 0; n < 40; n++) await files.put(`/static/old-${n}.js`, new Response(""));
          await caches.open("house-1");
        }"""
    )
    open_match(page, match)
    wait_for_copy(page, f"/matches/{match.uid}/")
    kept = "caches.open('files').then(files => files.keys())"
    until(page, f"{kept}.then(all => !all.some(one => one.url.includes('/old-')))")
    assert page.evaluate(f"{kept}.then(all => all.length)")


def move_without_network(page: Page, site: Any, match: Match, move: str = "e3e4") -> None:
    """Play it on a board that was opened before the network went."""
    sign_in(page, site, south(match))
    keep_boards(page)
    open_match(page, match)
    if match.game == "xiongqi":  # a board that hides something is not kept
        wait_for_copy(page, f"/matches/{match.uid}/")
    page.context.set_offline(True)
    square(page, move[:2]).click()
    square(page, move[2:]).click()
    page.locator("#move-form button.primary").click()
    expect(page.locator(NOTE)).to_contain_text(f"Not sent: {move}.")
    expect(page.locator("#match-message")).to_be_hidden()  # it does not say that nobody answers
    assert page.locator("#toast").is_hidden()


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


def test_a_move_is_sent_in_the_background_by_whoever_has_signed_in_again(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    """Where the browser does that at all: it may not, and then the next page sends it."""
    page = new_visitor()
    move_without_network(page, site, match)
    [worker] = page.context.service_workers
    page.close()
    page.context.clear_cookies(name="csrftoken")  # a sign-in brings another
    page.context.set_offline(False)
    happen(worker, "sync", {"tag": "moves"})
    assert seat_ply_of(match, 0) == 2
    happen(worker, "sync", {"tag": "moves"})
    assert seat_ply_of(match, 0) == 2


def happen(worker: Worker, name: str, fields: dict[str, object]) -> Any:
    """Let the worker hear of an event, until it has done with it; what it noted in `self.noted`."""
    return worker.evaluate(
        """async ([name, fields]) => {
          let done;
          const event = Object.assign(new Event(name), fields);
          if (fields.data) event.data = { json: () => fields.data };
          if (event.notification) event.notification.close = () => {};
          event.waitUntil = (promise) => (done = promise);
          self.noted = [];
          self.dispatchEvent(event);
          await done;
          return self.noted;
        }""",
        [name, fields],
    )


def offer_a_draw(match: Match) -> None:
    ending.offer_draw(uid=match.uid, user=north(match), now=match.started_at)


def test_a_move_is_not_sent_once_anything_has_happened(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    move_without_network(page, site, match)
    elsewhere(offer_a_draw, match)
    page.context.set_offline(False)
    expect(page.locator(NOTE)).to_contain_text("The board has changed since you chose e3e4")
    assert seat_ply_of(match, 0) == 1
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator(NOTE)).to_be_hidden()


def test_no_move_of_a_hidden_game_is_sent_after_a_doubt(new_visitor: NewVisitor, site: Any) -> None:
    """The Doubt was called at another device; what it has revealed is looked at first."""
    match = seichu_match(person("Ann"), person("Bob"), *FOUL_CAPTURED[:2])
    page = new_visitor()
    move_without_network(page, site, match, "a2a3")
    elsewhere(play, match, FOUL_CAPTURED[2], "doubt")
    before = seat_ply_of(match, 0)
    page.context.set_offline(False)
    expect(page.locator(NOTE)).to_contain_text("The board has changed since you chose a2a3")
    assert seat_ply_of(match, 0) == before
    expect(page.locator("#board")).to_have_attribute("data-last", re.compile("c4"))


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


def test_push_is_asked_for_on_the_desk_after_the_first_move_against_a_person(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    page.add_init_script(f"{{ {KEYS} {STAND_IN} }}")
    sign_in(page, site, south(match))
    open_match(page, match)
    expect(page.locator(NOTE)).to_be_hidden()
    make_move(page, "e3e4")
    page.wait_for_function("JSON.parse(localStorage.getItem('device'))?.hasMoved")
    expect(page.locator(NOTE)).to_be_hidden()
    page.goto("/desk/")
    expect(page.locator(NOTE)).to_contain_text("Shall this device tell you when a board waits?")
    with page.expect_response(re.compile("/devices/push/")) as answer:
        page.get_by_role("button", name="Yes, tell me").click()
    assert answer.value.status == 204
    assert User.objects.get(name="Ann").notice_choices["reach"] == ["push"]
    # the stand-in has forgotten its subscription with the page: as a browser may
    page.add_init_script("window.allowed = 'granted'")
    [first] = endpoints(match)
    # the desk, which loads itself anew meanwhile, may still ask the same
    with page.expect_response(
        lambda one: "/devices/push/" in one.url and one.frame.url.endswith("/people/")
    ) as answer:
        page.goto("/people/")
    assert answer.value.status == 204
    [second] = endpoints(match)
    assert second != first
    expect(page.locator(NOTE)).to_be_hidden()
    # and if the browser does not give another one unasked, or the site has given it up
    page.add_init_script("window.refusals = 1")
    page.goto("/people/")
    expect(page.locator(NOTE)).to_contain_text("Notices on this device have stopped.")
    with page.expect_response(re.compile("/devices/push/")) as answer:
        page.get_by_role("button", name="Turn on again").click()
    assert answer.value.status == 204
    assert endpoints(match) == [second]


SHOWN = """count => navigator.serviceWorker.ready.then(worker => worker.getNotifications())
.then(all => all.length === count && all.map(one => [one.title, one.body, one.data.url]))"""


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
        lambda event: registered.extend(row["registrationId"] for row in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.goto("/devices/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    pushed = {"title": "Jinya", "text": "A board waits for you.", "url": "/people/", "tag": "t"}
    for count, text in enumerate((json.dumps(pushed), "not json"), start=1):
        # under load the browser may drop what the tools deliver; a tag makes the second try no twin
        for _try in range(20):
            session.send(
                "ServiceWorker.deliverPushMessage",
                {"origin": site.url, "registrationId": registered[-1], "data": text},
            )
            with suppress(AssertionError):
                shown = until(page, SHOWN, count, patience=PATIENCE // 20)
                break
        else:
            raise AssertionError(f"never shown: {text}")
    assert sorted(shown) == [["Jinya", "", "/"], ["Jinya", "A board waits for you.", "/people/"]]
    page.context.close()


LISTENING = """() => {
  const note = (name) => async function (value) {
    self.noted.push([name, value ?? new URL(this.url).pathname]);
    return this;
  };
  WindowClient.prototype.focus = note("focus"); // a script may not, without a press
  self.clients.openWindow = note("open");
  self.navigator.setAppBadge = note("badge");
  self.registration.showNotification = note("show");
}"""


def test_a_press_on_a_push_leads_to_a_tab_that_is_open(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    page = new_visitor()
    other = match_between(south(match), north(match))
    page.context.add_init_script("navigator.setAppBadge = async (count) => (window.badge = count)")
    sign_in(page, site, south(match))
    keep_boards(page)
    open_match(page, match)
    assert page.evaluate("window.badge") == 2
    people = page.context.new_page()
    people.goto("/people/")
    [worker] = page.context.service_workers
    worker.evaluate(LISTENING)

    pushed = {"title": "Jinya", "text": "A board waits for you.", "url": "/", "boards": 3}
    assert happen(worker, "push", {"data": pushed}) == [["show", "Jinya"], ["badge", 3]]

    def press(match: Match) -> Any:
        values = {"data": {"url": f"/matches/{match.uid}/"}}
        return happen(worker, "notificationclick", {"notification": values})

    assert press(match) == [["focus", f"/matches/{match.uid}/"]]
    assert people.url.endswith("/people/")
    assert press(other) == [["focus", "/people/"]]
    people.wait_for_url(f"**/matches/{other.uid}/")
    assert page.url.endswith(f"/matches/{match.uid}/")
    page.close()
    people.close()
    assert press(match) == [["open", f"/matches/{match.uid}/"]]


AS_IPAD = """
Object.defineProperty(navigator, "userAgent", { get: () => "Mozilla/5.0 (Macintosh) Safari/605" });
Object.defineProperty(navigator, "maxTouchPoints", { get: () => 5 });
"""
"""An iPad says that it is a Mac."""


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
    page.add_init_script(AS_IPAD)
    sign_in(page, site, person("Ann"))
    page.goto("/devices/")
    expect(page.locator("[data-push-ios]")).to_contain_text("put Jinya on the home screen first")
    expect(page.locator("[data-push-on]")).to_be_hidden()
