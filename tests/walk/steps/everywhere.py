"""Every page that others lead to: links are followed until no new kind of page comes."""

from __future__ import annotations

import re
from collections import deque

from tests.walk.browser import Browser
from tests.walk.coverage import route_of
from tests.walk.people import Member, guest
from tests.walk.steps.games import begin
from tests.walk.walking import Walk, step

MOST_OF_A_KIND = 2
MOST = 400
NOT_FOLLOWED = re.compile(r"^(?!/)|^//|/logout/|\.ics$|/accounts/2fa/|^/static/")
"""What leads elsewhere, and what a crawler should not open."""


def kind_of(path: str) -> str:
    """What pages of one kind have in common: their route, and the names of what is asked."""
    before, _question, query = path.partition("?")
    route = route_of(before)
    if route.startswith("admin:"):  # lists can be filtered in every way
        return route
    names = sorted({pair.partition("=")[0] for pair in query.split("&") if pair})
    return f"{route}?{','.join(names)}"


def crawl(browser: Browser, begin_at: str = "/") -> int:
    """Follow links from a page on; how many pages were seen."""
    seen: dict[str, int] = {}
    known: set[str] = {begin_at}
    waiting = deque([begin_at])
    for number in range(MOST):
        if not waiting:
            return number
        page = browser.get(waiting.popleft(), expect=(200, 401, 403, 404, 405, 409))
        for href, _text in page.links:
            path = href.partition("#")[0]
            if path.startswith("?"):
                path = page.path.partition("?")[0] + path
            if not path or path in known or NOT_FOLLOWED.search(path):
                continue
            kind = kind_of(path)
            if seen.get(kind, 0) < MOST_OF_A_KIND:
                seen[kind] = seen.get(kind, 0) + 1
                known.add(path)
                waiting.append(path)
    raise AssertionError(f"more than {MOST} pages")


@step("every page that links lead to, as a visitor")
def as_a_visitor(walk: Walk) -> None:
    browser = guest(walk)
    assert crawl(browser) > 50
    for path in ("/robots.txt", "/sitemap.xml", "/sw.js", "/manifest.webmanifest", "/offline/"):
        browser.get(path)
    browser.get("/puzzles/daily/feed/")
    for old in ("/lobby/new/", "/challenges/new/"):
        assert browser.get(old).path.startswith("/matches/new/")


@step("every page that links lead to, as a member with a match")
def as_a_member(walk: Walk) -> None:
    who = Member(walk)
    begin(walk, who.browser, "seichu")
    who.confirm("/settings/tokens/")
    assert crawl(who.browser) > 50
