"""Moves appear by themselves: by sockets, after a break, and by polling where sockets fail."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.sign_in import sessions
from games.common.live import announce_desk
from games.match.changes import ending
from games.matchpage import services as seeing
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import (
    elsewhere,
    expect_move_shown,
    expect_to_say,
    make_move,
    open_match,
    sign_in,
    square,
)
from tests.kit import axe
from tests.kit.builders import match_between, person, play


def answer_held(page: Page, held: list[Any]) -> None:
    """Let the one answer through that was held back; the site may not have given it yet."""
    while not held:
        page.wait_for_timeout(10)
    [(route, answer)] = held
    route.fulfill(response=answer)


def test_onlookers_see_moves_live(new_visitor: NewVisitor, match: Any) -> None:
    page = new_visitor()
    open_match(page, match)
    elsewhere(play, match, "e3e4")
    expect_move_shown(page, "e3e4")


def test_new_moves_join_the_list_that_the_page_holds(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=0).user)
    elsewhere(play, match, "e3e4", "e6e5", "a1a2", "a8a7")
    open_match(page, match)
    make_move(page, "a2a1")
    expect_move_shown(page, "a2a1")
    elsewhere(play, match, "a7a8")
    expect_move_shown(page, "a7a8")
    rows = page.locator("#move-list li")
    expect(rows).to_have_count(3)
    expect(page.locator("#move-list [aria-current]")).to_have_count(1)
    joined = rows.all_inner_texts()
    page.reload()
    expect(rows).to_have_count(3)
    assert rows.all_inner_texts() == joined


def test_the_tab_counts_the_boards_on_move(new_visitor: NewVisitor, site: Any, match: Any) -> None:
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=1).user)
    page.goto("/archive/")
    expect(page).to_have_title("Archive · Jinya")
    elsewhere(play, match, "e3e4")
    expect(page).to_have_title("(1) Archive · Jinya")


def test_several_tabs_tell_once(new_visitor: NewVisitor, site: Any) -> None:
    ann, bob = person("Ann"), person("Bob")
    page, match = new_visitor(), match_between(ann, bob, now=timezone.now())
    sign_in(page, site, bob)
    page.goto("/archive/")
    expect(page.locator("body")).to_have_attribute("data-desk-link", "open")
    elsewhere(play, match, "e3e4", now=timezone.now())
    expect(page.locator("#news")).to_contain_text("it is your turn")
    assert (
        axe.findings(page, in_themes=False) == []
    )  # what comes by itself lies in a landmark like the rest
    other = page.context.new_page()
    other.goto("/people/")
    expect(other.locator("body")).to_have_attribute("data-desk-link", "open")
    with other.expect_response("**/notices/latest/**") as asked:
        elsewhere(announce_desk, bob.pk)
    assert asked.value.json()["text"]
    other.evaluate("fetch('/notices/latest/').then((answer) => answer.json())")
    assert other.locator("#news").count() == 0  # by then the first answer has been read


def test_a_page_catches_up_after_a_break(new_visitor: NewVisitor, match: Any) -> None:
    page = new_visitor()
    open_match(page, match)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    elsewhere(play, match, "e3e4", "e6e5")
    page.context.set_offline(False)
    expect_move_shown(page, "e6e5")


def test_pages_poll_where_sockets_are_blocked(new_visitor: NewVisitor, match: Any) -> None:
    page = new_visitor()
    page.add_init_script("window.WebSocket = class { constructor() { throw new Error('no'); } };")
    page.clock.install()
    page.goto(f"/matches/{match.uid}/")
    elsewhere(play, match, "e3e4")
    page.clock.fast_forward(10_000)  # until it asks again
    expect_move_shown(page, "e3e4")


def test_the_desk_refreshes_itself(new_visitor: NewVisitor, site: Any, match: Any) -> None:
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=1).user)
    page.goto("/desk/")
    expect(page.get_by_role("heading", name="Opponent's turn")).to_be_visible()
    elsewhere(play, match, "e3e4")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()


def test_an_offer_appears_on_an_open_desk(new_visitor: NewVisitor, site: Any, match: Any) -> None:
    page = new_visitor()
    ann, bob = (match.players.get(seat=seat).user for seat in (0, 1))
    sign_in(page, site, bob)
    page.goto("/desk/")
    expect(page.locator("body")).to_have_attribute("data-desk-link", "open")
    elsewhere(ending.offer_draw, uid=match.uid, user=ann, now=timezone.now())
    expect(page.get_by_role("heading", name="Offers")).to_be_visible()


def test_what_comes_while_one_looks_rings_no_bell(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=1).user)
    open_match(page, match)
    elsewhere(play, match, "e3e4")
    expect_move_shown(page, "e3e4")
    expect(page.locator("#boards-bubble .bubble")).to_have_text("1")
    expect(page.locator("#notices-bubble .bubble")).to_have_count(0)


def test_news_in_a_row_is_told_as_seen_once(new_visitor: NewVisitor, site: Any, match: Any) -> None:
    page = new_visitor()
    told: list[str] = []
    page.on(
        "request", lambda request: told.append(request.url) if "/seen/" in request.url else None
    )
    page.clock.install()
    sign_in(page, site, match.players.get(seat=1).user)
    open_match(page, match)
    for moves in (["e3e4"], ["e6e5", "a1a2"]):
        elsewhere(play, match, *moves, now=timezone.now())
        expect_move_shown(page, moves[-1])
    assert len(told) == 1  # when it was opened
    with page.expect_request("**/seen/"):
        page.clock.fast_forward(15_000)
    assert len(told) == 2


def test_what_was_seen_before_the_page_is_left_is_told(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=1).user)
    open_match(page, match)
    elsewhere(play, match, "e3e4", now=timezone.now())
    expect_move_shown(page, "e3e4")
    with page.expect_request("**/seen/"):
        page.evaluate("""() => {
            Object.defineProperty(document, "hidden", { value: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""")


def test_the_counts_of_the_frame_come_in_words_and_without_a_request(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor(locale="ja")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ann, bob = (match.players.get(seat=seat).user for seat in (0, 1))
    sign_in(page, site, bob)
    page.goto("/archive/")
    elsewhere(play, match, "e3e4")
    expect(page.locator("#boards-bubble .unseen")).to_have_text("1局があなたの手番です")
    expect(page.locator("#notices-bubble .unseen")).to_have_text("未読1件")
    elsewhere(match_between, bob, ann, now=timezone.now())
    expect(page.locator("#boards-bubble .unseen")).to_have_text("2局があなたの手番です")
    expect(page.locator("#notices-bubble .unseen")).to_have_text("未読2件")
    elsewhere(seeing.see_match, uid=match.uid, user=bob, now=timezone.now())
    expect(page.locator("#notices-bubble .unseen")).to_have_text("未読1件")
    assert not [url for url in asked if "/counts/" in url]


def test_the_counts_are_asked_for_where_sockets_are_blocked(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor()
    page.add_init_script(
        "window.WebSocket = class { constructor() { this.readyState = 3; } addEventListener() {} };"
    )
    page.clock.install()
    sign_in(page, site, match.players.get(seat=1).user)
    page.goto("/archive/")
    elsewhere(play, match, "e3e4")
    page.clock.fast_forward(60_000)  # until it asks again
    expect(page.locator("#boards-bubble .unseen")).to_have_text("1 board waits for your move")


def test_a_forgotten_tab_silences_no_bell(new_visitor: NewVisitor, site: Any, match: Any) -> None:
    page = new_visitor()
    page.add_init_script("""{
        const start = performance.now.bind(performance);
        window.passed = 0;
        performance.now = () => start() + window.passed;
    }""")
    sign_in(page, site, match.players.get(seat=1).user)
    open_match(page, match)
    page.evaluate("window.passed = 180_000")
    elsewhere(play, match, "e3e4")
    expect_move_shown(page, "e3e4")
    expect(page.locator("#notices-bubble .bubble")).to_be_visible()


def test_a_page_signed_out_elsewhere_says_so(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    """It would otherwise turn into an onlooker's without a word."""
    page = new_visitor()
    ann = match.players.get(seat=0).user
    sign_in(page, site, ann)
    open_match(page, match)
    elsewhere(sessions.end_all, ann)
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.locator("[data-ask=resign]")).to_have_count(0)


def test_an_own_move_that_comes_by_nudge_before_its_answer_was_played(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=0).user)
    open_match(page, match)
    held: list[Any] = []
    page.route("**/move/", lambda route: held.append((route, route.fetch())))
    square(page, "e3").click()
    square(page, "e4").click()
    page.locator("#move-play").click()
    expect_move_shown(page, "e3e4")
    expect(page.locator("#match-message")).to_be_hidden()
    answer_held(page, held)
    expect_to_say(page, "Waiting for Bob")
    expect(page.locator("#match-message")).to_be_hidden()


def test_an_answer_that_was_on_its_way_before_the_own_one_is_not_lost(
    new_visitor: NewVisitor, site: Any, match: Any
) -> None:
    """The board that the nudge asked for is given up when the own move's answer comes."""
    page = new_visitor()
    sign_in(page, site, match.players.get(seat=0).user)
    open_match(page, match)
    posts: list[Any] = []
    page.route("**/move/", lambda route: posts.append((route, route.fetch())))
    page.route("**/board/?*", lambda route: None)  # on its way, and held there
    square(page, "e3").click()
    square(page, "e4").click()
    with page.expect_request("**/board/?*"):  # as its nudge asks
        page.locator("#move-play").click()
    with page.expect_request("**/board/?*"):
        elsewhere(play, match, "e6e5")
    page.unroute("**/board/?*")
    answer_held(page, posts)
    expect_to_say(page, "Your move")
    expect_move_shown(page, "e6e5")
