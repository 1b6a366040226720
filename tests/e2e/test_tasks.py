"""What people come for is a few presses away: a table of tasks, each with its bound.

A press is counted for every link, fold and button on the shortest way; filling in a field is none.
Ways are looked for on the pages themselves, as each size shows them. `-s` prints the table, with
the words of the pages on the way.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from games.match.changes import ending
from games.match.terms import opening
from games.puzzles.services import load_shipped
from tests.bench.tables import print_heading, print_row
from tests.e2e.conftest import NewVisitor
from tests.e2e.counting import counted
from tests.e2e.visits import sign_in
from tests.kit.builders import (
    club_of,
    match_between,
    match_with_bot,
    person,
    play,
    terms,
    tournament_of,
)

SIZES = {"desktop": (1366, 657), "phone": (390, 844)}
VISITOR, MEMBER = "visitor", "member"
START = {VISITOR: "/", MEMBER: "/desk/"}

PRESSABLE = """() => {
    const shows = (one) => one.checkVisibility({ visibilityProperty: true })
        && one.getClientRects().length > 0;
    const fold = (one) => {
        const found = one.closest('details:not([open])');
        return found && one.closest('summary')?.parentElement === found ? null : found;
    };
    // 1 for what is shown, one more for every fold before it, 0 for what is shown by none
    const presses = (one) => {
        const closed = fold(one);
        if (!closed) return shows(one) ? 1 : 0;
        const first = presses(closed.querySelector('summary'));
        return first && first + 1;
    };
    const found = [];
    for (const link of document.querySelectorAll('a[href]')) {
        const to = new URL(link.href);
        if (to.origin !== location.origin) continue;
        found.push([to.pathname + to.search, presses(link)]);
    }
    for (const button of document.querySelectorAll('form[method=post] button')) {
        if (button.type !== 'submit') continue;
        const chosen = button.name ? `${button.name}=${button.value}` : '';
        found.push([`POST ${new URL(button.form.action).pathname} ${chosen}`, presses(button)]);
    }
    for (const square of document.querySelectorAll('.lesson .own .square')) {
        found.push(['a piece', presses(square)]);
    }
    return found.filter(([, cost]) => cost > 0);
}"""
"""What can be pressed on a page, and by how many presses."""

Scan = Mapping[str, int]


@dataclass(frozen=True)
class Task:
    """Something people come for: what is pressed at its end, and the most presses to it."""

    name: str
    most: int
    end: str
    """A pattern of the address, or of the form, that is pressed last."""
    then: int = 0
    """How many presses follow on the page it leads to."""
    who: tuple[str, ...] = (VISITOR, MEMBER)
    start: str = ""
    """Where it begins, if not at the front door or the desk."""


MATCH, OVER, SHOW, CLUB, EVENT = "MATCH", "OVER", "SHOW", "CLUB", "EVENT"
"""Places that exist anew in each run."""

TASKS = (
    Task("first move against a bot", 2, "a piece", 1, (VISITOR,)),
    Task("a match against a bot", 2, "POST /play/.*", 0, (MEMBER,)),
    Task("the same bot again", 1, f"POST {OVER}rematch/ .*", 0, (MEMBER,), OVER),
    Task("a friend by link", 3, r"/matches/new/\?opponent=link", 1),
    Task("a live game with whoever is there", 2, "POST /lobby/quick/ time=live15", 0, (MEMBER,)),
    Task("puzzles", 2, "/puzzles/(?!daily).*"),
    Task("the daily puzzle", 1, "/puzzles/daily/"),
    Task("a lesson of a game", 2, r"/learn/\w+/.*"),
    Task("rules of the game on the board", 1, "/rules/xiongqi/", 0, (MEMBER,), MATCH),
    Task("watch a match", 2, SHOW),
    Task("my analysis", 2, "/analyses/|/analysis/.*"),
    Task("a club", 2, CLUB),
    Task("a tournament", 2, EVENT),
    Task("leaderboards", 2, "/ratings/.*"),
    Task("nights off", 3, "POST /settings/ .*", 0, (MEMBER,)),
    Task("vacation", 3, "POST /vacation/ do=begin", 0, (MEMBER,)),
    Task("turn mails off", 3, "POST /settings/notices/ reach=account", 0, (MEMBER,)),
    Task("pieces", 2, "POST /pieces/ .*", 0, (MEMBER,), MATCH),
    Task("a past match", 2, "/archive/.*", 0, (MEMBER,)),
    Task("export", 3, "POST /my-data/export/ .*", 0, (MEMBER,)),
    Task("delete the account", 4, "POST /my-data/leave/ do=leave", 0, (MEMBER,)),
)

BETWEEN = (
    "/", "/desk/", "/lobby/", "/learn/", "/watch/", "/events/", "/clubs/", "/campaign/",
    "/puzzles/", "/people/", "/notices/", "/settings/", "/settings/notices/", "/my-data/",
    "/vacation/", "/matches/new/",
)  # fmt: skip
"""The pages on which ways are looked for."""


def ways(scans: Mapping[str, Scan], start: str) -> tuple[dict[str, int], dict[str, str]]:
    """The fewest presses from *start* to all that can be pressed, and the page each is on."""
    best, before, open_ = {start: 0}, {}, [(0, start)]
    while open_:
        cost, page = heapq.heappop(open_)
        if cost > best[page]:
            continue
        for end, presses in scans.get(page, {}).items():
            if cost + presses < best.get(end, 99):
                best[end], before[end] = cost + presses, page
                heapq.heappush(open_, (cost + presses, end))
    return best, before


def scanned(page: Page, paths: Sequence[str]) -> dict[str, tuple[dict[str, Scan], dict[str, int]]]:
    """What can be pressed on each of the pages at each size, and the words of each."""
    found: dict[str, tuple[dict[str, Scan], dict[str, int]]] = {size: ({}, {}) for size in SIZES}
    for path in paths:
        page.goto(path, wait_until="domcontentloaded")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            scans, words = found[size]
            scan: dict[str, int] = {}
            for end, presses in page.evaluate(PRESSABLE):
                scan[end] = min(presses, scan.get(end, 99))
            scans[path], words[path] = scan, counted(page)[1]
    return found


def house_of_tasks() -> tuple[Any, dict[str, str]]:
    """A member with matches in a site where everything is going on, and where those are."""
    ann, bob, now = person("Ann", email="ann@example.org"), person("Bob"), timezone.now()
    load_shipped()
    running = match_between(ann, bob, now=now)
    over = match_with_bot(ann, now=now)
    play(over, "e3e4", now=now)
    ending.resign(uid=over.uid, user=ann, now=now)
    levels = ["easy", "easy"]
    show = opening.create_house_match(terms=terms(time_control="none"), levels=levels, now=now)
    club, event = club_of(bob, now=now), tournament_of(bob, now=now)
    return ann, {
        MATCH: f"/matches/{running.uid}/",
        OVER: f"/matches/{over.uid}/",
        SHOW: f"/matches/{show.uid}/",
        CLUB: f"/clubs/{club.uid}/",
        EVENT: f"/events/{event.uid}/",
    }


def test_every_task_takes_no_more_presses_than_it_may(new_visitor: NewVisitor, site: Any) -> None:
    columns = {"task": 34, "who": 8, "size": 8, "most": 5, "presses": 8, "words": 6}
    print()
    print_heading(columns)
    ann, places = house_of_tasks()
    too_far = []
    for who in (VISITOR, MEMBER):
        page = new_visitor()
        if who == MEMBER:
            sign_in(page, site, ann)
        own = [places[MATCH], places[OVER]] if who == MEMBER else []
        for size, (scans, words) in scanned(page, [*BETWEEN, *own]).items():
            for task in (one for one in TASKS if who in one.who):
                start = places.get(task.start, START[who])
                end = re.sub("|".join(places), lambda found: places[found[0]], task.end)
                best, before = ways(scans, start)
                ends = {one: cost for one, cost in best.items() if re.fullmatch(end, one)}
                nearest = min(ends, key=lambda one: ends[one], default="")
                presses = ends.get(nearest, 99) + task.then
                read, at = 0, before.get(nearest, "")
                while at:
                    read, at = read + words.get(at, 0), before.get(at, "")
                row = [task.name, who, size, str(task.most), str(presses), str(read)]
                print_row(columns, row)
                if presses > task.most:
                    too_far.append(row)
        page.context.close()
    assert too_far == []


MOST_WORDS = {"en": 150, "ja": 200}
"""Japanese is cut into more words, as each particle is one."""


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_settings_are_short(new_visitor: NewVisitor, site: Any, locale: str) -> None:
    page = new_visitor(locale=locale)
    sign_in(page, site, person("Ann", email="ann@example.org"))
    for path in ("/settings/", "/settings/notices/"):
        page.goto(path)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert counted(page)[1] <= MOST_WORDS[locale], (path, width)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
