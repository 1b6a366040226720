"""The way about the site: five words in one order, a search box, two presses to everything."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from engines.catalogue import GAMES
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes.ending import resign
from games.moderation.services import reports
from games.moderation.services.appeals import appeal
from games.moderation.services.reports import Complaint
from games.moderation.services.sanctions import Limit, impose
from tests.e2e.conftest import NewVisitor
from tests.e2e.test_measured import by_night
from tests.e2e.visits import PHONE, sign_in
from tests.kit import axe
from tests.kit.builders import (
    analysis_of,
    club_of,
    match_between,
    person,
    play,
    puzzle_of_the_house,
    terms,
    tournament_of,
)
from tests.kit.staff import staff, why

DESKTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 657}}
DOORS = ("/lobby/", "/learn/", "/watch/", "/events/", "/campaign/")


@pytest.fixture
def ann(site: Any) -> User:
    """Somebody with a match under way, one that is over, an analysis, a club and a tournament."""
    one, other = person("Ann"), person("Bob")
    over = match_between(one, other, now=timezone.now())
    play(over, "e3e4", now=timezone.now())
    resign(uid=over.uid, user=other, now=timezone.now())
    match_between(one, other, now=timezone.now())
    analysis_of(one)
    club_of(one)
    tournament_of(one)
    puzzle_of_the_house()
    return one


TASKS = {
    "puzzles": ("/", [".site-nav a[href='/learn/']", "main a[href='/puzzles/']"], "/puzzles/"),
    "the puzzle of the day": ("/learn/", ["main a[href='/puzzles/daily/']"], "/puzzles/xiongqi/*/"),
    "a lesson": (
        "/",
        [".site-nav a[href='/learn/']", "main .course-card .button"],
        "/learn/xiongqi/*/",
    ),
    "a match to watch": ("/", [".site-nav a[href='/watch/']", "main .show a"], "/matches/*/"),
    "a club": (
        "/",
        [".site-nav a[href='/events/']", "main a[href^='/clubs/']:has-text('Friends')"],
        "/clubs/*/",
    ),
    "a tournament": (
        "/",
        [".site-nav a[href='/events/']", "main a:has-text('Autumn')"],
        "/events/*/",
    ),
    "leaderboards": (
        "/",
        [".site-nav a[href='/events/']", "main a[href='/ratings/']"],
        "/ratings/",
    ),
    "the analysis board": (
        "/",
        [".site-nav a[href='/learn/']", "main a[href='/analysis/xiongqi/']"],
        "/analysis/xiongqi/",
    ),
    "rules": ("/", [".site-nav a[href='/learn/']", "main a[href='/rules/xiongqi/']"], "/rules/*/"),
}
"""What people come for: where they stand, what they press, and where they come to."""

OWN = {
    "my analyses": (
        "/desk/",
        [".site-nav a[href='/learn/']", "main a[href='/analyses/']"],
        "/analyses/",
    ),
    "a past match": (
        "/desk/",
        [".site-tools .menu:not(.ways) summary", ".menu-sheet a[href='/archive/']"],
        "/archive/",
    ),
    "my matches": ("/learn/", [".site-tools a[href='/desk/']"], "/desk/"),
}


def go(page: Page, task: tuple[str, list[str], str]) -> None:
    """Press what the task says; every press has to be in reach without knowing an address."""
    start, presses, goal = task
    page.goto(start)
    for press in presses:
        page.locator(press).locator("visible=true").first.click()
    page.wait_for_url(f"**{goal}")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_two_presses_lead_a_visitor_everywhere(
    new_visitor: NewVisitor, ann: User, size: dict[str, Any]
) -> None:
    page = new_visitor(**size)
    for task in TASKS.values():
        go(page, task)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_two_presses_lead_a_member_to_what_is_theirs(
    new_visitor: NewVisitor, site: Any, ann: User, size: dict[str, Any]
) -> None:
    page = new_visitor(**size)
    sign_in(page, site, ann)
    for task in OWN.values():
        go(page, task)


SIZES = (
    (360, 740),
    (390, 844),
    (667, 375),
    (844, 390),
    (768, 1024),
    (900, 700),
    (1120, 800),
    (1280, 720),
    (1366, 657),
    (1440, 900),
)

OVERLAPS = """() => {
    const parts = [...document.querySelectorAll(
        '.site-name, .site-nav a, .site-tools > a, .site-tools > form, .site-tools summary')]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
    return parts.flatMap(([name, a], at) => [
        ...(a.left < -1 || a.right > innerWidth + 1 ? [name] : []),
        ...parts.slice(at + 1)
            .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            .map(([other]) => `${name} × ${other}`),
    ]);
}"""


@pytest.mark.parametrize("who", ["visitor", "member"])
@pytest.mark.parametrize("locale", ["ja", by_night("en")])
def test_the_five_words_are_in_sight_and_nothing_overlaps(
    new_visitor: NewVisitor, site: Any, ann: User, who: str, locale: str
) -> None:
    page = new_visitor(locale=locale)
    if who == "member":  # with counts on both bells
        ann.name = "Annabella Montgomery"[:20]
        ann.save()
        sign_in(page, site, ann)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/search/?q=doubt")
        links = page.locator(".site-nav a")
        assert [one.get_attribute("href") for one in links.all()] == [*DOORS]
        for one in links.all():
            expect(one).to_be_in_viewport(ratio=0.9)
        assert page.evaluate(OVERLAPS) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_bar_covers_nothing_at_the_end_of_a_page(new_visitor: NewVisitor) -> None:
    page = new_visitor(**PHONE)
    page.goto("/learn/")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    foot, bar = (
        page.locator(".site-foot").bounding_box(),
        page.locator(".site-nav").bounding_box(),
    )
    assert foot is not None
    assert bar is not None
    assert foot["y"] + foot["height"] <= bar["y"] + 1
    assert bar["y"] + bar["height"] == PHONE["viewport"]["height"]


@pytest.mark.parametrize("script", [True, False])
def test_at_the_board_of_a_phone_the_five_words_stand_in_a_menu(
    new_visitor: NewVisitor, script: bool
) -> None:
    match = match_between(person("Ann"), person("Bob"), now=timezone.now())
    page = new_visitor(**PHONE, java_script_enabled=script)
    page.goto(f"/matches/{match.uid}/")
    expect(page.locator(".site-nav")).to_be_hidden()
    page.locator(".site-tools .ways summary").click()
    links = page.locator(".ways .menu-sheet a")
    assert [one.get_attribute("href") for one in links.all()] == [*DOORS]
    for one in links.all():
        expect(one).to_be_in_viewport(ratio=0.9)


def test_a_slash_leads_to_the_search_box(new_visitor: NewVisitor) -> None:
    person("Hanako")
    page = new_visitor(**DESKTOP)
    page.goto("/learn/")
    page.keyboard.press("/")
    expect(page.locator("#site-search")).to_be_focused()
    page.keyboard.type("han/")
    expect(page.locator("#site-search")).to_have_value("han/")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Hanako")).to_be_visible()
    page.set_viewport_size(PHONE["viewport"])
    page.goto("/learn/")
    page.keyboard.press("/")
    page.wait_for_url("**/search/")
    expect(page.locator("#search")).to_be_focused()


def test_a_search_box_suggests_what_it_would_find(new_visitor: NewVisitor) -> None:
    person("Hanako")
    page = new_visitor(**DESKTOP)
    page.goto("/learn/")
    box, options = page.locator("#site-search"), page.get_by_role("option")
    box.press_sequentially("hanak")
    expect(options).to_have_count(1)
    expect(box).to_have_attribute("aria-expanded", "true")
    assert axe.findings(page, in_themes=False) == []
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(box).to_have_value("hanak")
    page.keyboard.type("o")
    expect(options).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(options).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.wait_for_url("**/people/Hanako/")


HEADS = """() => {
    const head = document.querySelector('main .page-head, #content > h1').getBoundingClientRect();
    const below = document.querySelector('.site-head, #header').getBoundingClientRect().bottom;
    return head.bottom - below;
}"""


ROWS = """() => [...document.querySelectorAll(
    '.rows > li, .notice-list > li, .waits li, #result_list tbody tr')]
    .map((one) => [one.getBoundingClientRect().height, one.textContent.trim()])"""


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_pages_one_works_with_have_a_low_head_and_low_rows(
    new_visitor: NewVisitor, site: Any, ann: User, locale: str
) -> None:
    page = new_visitor(**DESKTOP, locale=locale)
    open_seek(user=person("Cid"), asked=SeekRequest(terms=terms(side=None)), now=timezone.now())
    sign_in(page, site, ann)
    listed = 0
    for address in (
        *("/lobby/", "/watch/", "/events/", "/clubs/", "/archive/", "/notices/", "/analyses/"),
        *("/people/", "/ratings/", "/learn/", "/events/league-xiongqi/", "/events/ladder-xiongqi/"),
        *("/desk/?compact=on", "/settings/", "/matches/new/", "/notes/", "/set-ups/", "/reports/"),
    ):
        page.goto(address)
        assert page.evaluate(HEADS) <= 72, address
        rows = page.evaluate(ROWS)
        assert [row for row in rows if not 44 <= row[0] <= 56] == [], address
        listed += len(rows)
    assert listed > 12
    page.set_viewport_size(PHONE["viewport"])
    for door in DOORS:
        page.goto(door)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), door


QUEUE = "/admin/moderation/report/"


@pytest.mark.parametrize("locale", ["ja", by_night("en")])
def test_moderators_have_a_low_head_and_low_rows(
    new_visitor: NewVisitor, site: Any, ann: User, locale: str
) -> None:
    page, now = new_visitor(**DESKTOP, locale=locale), timezone.now()
    text = "Answers at once, and plays better than last week. " * 6
    for name in ("Bartholomew", "Cid", "Dorothea", "Emil"):
        suspect = person(name)
        for category in ("name", "two-accounts"):
            asked = Complaint(category, text)
            reports.report_person(person=suspect, user=ann, complaint=asked, now=now)
    sanction = impose(
        person=ann, limit=Limit("mute", "abuse", 3, "Be kind."), why=why(staff("senior")), now=now
    )
    appeal(sanction=sanction, user=ann, ground="too-hard", happened=text, request=text, now=now)
    worker = staff("operator")
    worker.is_superuser = True
    worker.save()
    reports.take_next(actor=worker, now=now)
    sign_in(page, site, worker)
    for address in (
        *(QUEUE, f"{QUEUE}events/", f"{QUEUE}clubs/"),
        *("/admin/moderation/appeal/", "/admin/moderation/modaction/", "/admin/accounts/user/"),
        *("/admin/match/match/", "/admin/bots/botturn/", "/admin/notices/delivery/"),
    ):
        page.goto(address)
        assert page.evaluate(HEADS) <= 72, address
        rows = page.evaluate(ROWS)
        assert [row for row in rows if not 44 <= row[0] <= 56] == [], address
    page.goto(QUEUE)
    assert len(page.evaluate(ROWS)) >= 10
    page.set_viewport_size(PHONE["viewport"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_strip_of_settings_shows_its_tab_when_a_phone_is_turned(
    new_visitor: NewVisitor, site: Any
) -> None:
    page = new_visitor(viewport={"width": 844, "height": 390})
    sign_in(page, site, person("Ann"))
    page.goto("/my-data/")
    expect(page.locator(".rooms [aria-current]")).to_be_in_viewport(ratio=0.9)
    for width, height in ((390, 844), (360, 740), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".rooms [aria-current]")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("game", [meta.slug for meta in GAMES])
def test_rules_begin_in_the_upper_third_of_a_laptop(
    new_visitor: NewVisitor, site: Any, game: str
) -> None:
    page = new_visitor(**DESKTOP)
    page.goto(f"/rules/{game}/")
    assert (
        page.locator(".rules-body .prose").evaluate("one => one.getBoundingClientRect().top") <= 200
    )
