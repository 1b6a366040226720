"""Feeds: as Atom wants them, the same for everybody, and nothing in them that is not public."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.rights import FOR_EVER
from games.clubs.models import Announcement, Club
from games.common.feeds import Entry, Feed, feed_answer
from games.match.changes import ending
from games.match.models import Match
from games.match.onlookers import ANONYMOUS, BY_LINK, CLOSED, DAY
from games.puzzles.models import Puzzle
from games.puzzles.presenters.pages import puzzle_url
from games.puzzles.selectors import daily_puzzle, daily_puzzles
from games.puzzles.views import DAYS_IN_FEED, FEED_KEPT
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, club_of, match_between, play
from tests.kit.texts import TEXTS
from tests.puzzles.test_pages import a_puzzle

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
DAILY = "/puzzles/daily/feed/"
HIDING = {"by link": BY_LINK, "closed": CLOSED, "without names": ANONYMOUS, "of a day": DAY}


def checked(xml: bytes) -> ET.Element:
    """A feed that has all that RFC 4287 asks for, and each of it once."""
    feed = ET.fromstring(xml)
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    for one in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(one.findall(f"{ATOM}{name}")) == 1, name
        assert re.fullmatch(r"tag:[a-z0-9.-]+,2026:[!-~]+", one.findtext(f"{ATOM}id", ""))
        updated = datetime.fromisoformat(one.findtext(f"{ATOM}updated", ""))
        assert updated.utcoffset() == timedelta()
        (page,) = (link for link in one.findall(f"{ATOM}link") if link.get("rel") == "alternate")
        assert page.get("href", "").startswith(f"{settings.SITE_URL}/")
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    ids = [one.findtext(f"{ATOM}id") for one in (feed, *entries)]
    assert len(ids) == len({*ids})
    dates = [one.findtext(f"{ATOM}updated", "") for one in entries]
    assert dates == sorted(dates, reverse=True)
    return feed


def read(path: str, **asked: str) -> ET.Element:
    answer = browser().get(path, asked)
    assert answer.status_code == 200, path
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return checked(answer.content)


def words(feed: ET.Element) -> str:
    return "\n".join(feed.itertext())


def titles(feed: ET.Element) -> list[str]:
    return [one.findtext(f"{ATOM}title", "") for one in feed.findall(f"{ATOM}entry")]


def ended(south: User, north: User, *, now: datetime = NOON, **changes: Any) -> Match:
    match = match_between(south, north, now=now)
    ending.resign(uid=match.uid, user=north, now=now)
    Match.objects.filter(pk=match.pk).update(**changes)
    return match


# what all of them have


def test_whatever_is_written_the_feed_can_be_read() -> None:
    entries = [
        Entry(str(number), text, (text, text), "/", NOON, author=text)
        for number, text in enumerate(TEXTS)
    ]
    feed = Feed(TEXTS[0], "/feed/", "/", NOON, entries)
    found = checked(feed_answer(RequestFactory().get("/feed/"), lambda: feed).content)
    assert len(found.findall(f"{ATOM}entry")) == len(TEXTS)
    for summary in found.iter(f"{ATOM}summary"):  # which programs show as HTML
        assert set(re.findall("<[^>]*>", summary.text or "")) == {"<br>"}


def every_feed(ann: User, bob: User) -> Iterator[str]:
    a_puzzle("xiongqi", "win")
    ended(ann, bob)
    club: Club = club_of(ann)
    Announcement.objects.create(club=club, author=ann, text="<b>Tonight</b>\n7 pm", made_at=NOON)
    yield from (DAILY, "/people/ann/feed/", f"/clubs/{club.uid}/feed/")


def test_every_feed_is_alike_for_everybody_and_sent_again_once_it_is_other(
    ann: User, bob: User
) -> None:
    for path in every_feed(ann, bob):
        answer = browser().get(path)
        checked(answer.content)
        assert titles(read(path)) != []
        foreign = browser().get(path, headers={"Accept-Language": "ja"})
        assert foreign.content == browser(bob).get(path).content == answer.content
        assert answer["Content-Language"] == "en"
        again = browser().get(path, headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        head = browser().head(path)
        assert (head.status_code, head["ETag"]) == (200, answer["ETag"])
        japanese = read(path, **{"in": "ja"})
        assert japanese.get("{http://www.w3.org/XML/1998/namespace}lang") == "ja"
        assert words(japanese) != words(read(path))
        assert read(path, **{"in": "tlh"}).findtext(f"{ATOM}id") == read(path).findtext(f"{ATOM}id")


def test_pages_name_their_feed(ann: User, bob: User) -> None:
    paths = [*every_feed(ann, bob)]
    pages = ["/puzzles/", "/people/ann/", paths[2].removesuffix("feed/")]
    for page, path in zip(pages, paths, strict=True):
        text = browser().get(page).content.decode()
        assert f'<link rel="alternate" type="application/atom+xml" href="{path}?in=en"' in text
        assert f'href="{path}?in=en" type="application/atom+xml">Feed (Atom)</a>' in text
    puzzle = browser().get("/puzzles/daily/", follow=True).content.decode()
    assert f'type="application/atom+xml" href="{DAILY}?in=en"' in puzzle


# the puzzle of the day


def some_puzzles() -> None:
    for game, ask, most in (("xiongqi", "win", 9), ("gungi", "gain", 3), ("gunjin", "kinds", 2)):
        for number in range(most):
            a_puzzle(game, ask, number)


def test_the_puzzles_of_many_days_are_those_of_each() -> None:
    days = [NOON.date() + timedelta(days=number) for number in range(60)]
    assert daily_puzzles(days) == {}
    some_puzzles()
    a_puzzle("seichu", "king")
    Puzzle.objects.filter(game="seichu").update(withdrawn_at=NOON)
    Puzzle.objects.filter(game="xiongqi").order_by("key").first().delete()
    assert daily_puzzles(days) == {day: daily_puzzle(day) for day in days}


def test_the_feed_of_the_day_asks_and_does_not_answer() -> None:
    assert titles(read(DAILY)) == []
    some_puzzles()
    with CaptureQueriesContext(connection) as asked:
        answer = browser().get(DAILY)
    assert len(asked) == 2
    assert answer["Cache-Control"] == f"max-age={FEED_KEPT}"
    feed = checked(answer.content)
    assert len(titles(feed)) == DAYS_IN_FEED
    today = daily_puzzle(timezone.now().date())
    assert today is not None
    first = next(feed.iter(f"{ATOM}entry"))
    (link,) = first.findall(f"{ATOM}link")
    assert link.get("href") == settings.SITE_URL + puzzle_url(today, is_chosen=True)
    assert browser().get(link.get("href", "")).status_code == 200
    assert "you are " in first.findtext(f"{ATOM}summary", "")
    told = words(feed)
    Puzzle.objects.update(
        answer={"in": 1, "right": ["a1a2"], "tree": {}, "kinds": ["G"], "gain": 9}
    )
    Puzzle.objects.update(themes=" quiet ", plies="", tries=99, solved=98)
    assert words(read(DAILY)).replace("in 1 move. Find it.", "") == re.sub(
        r"in \d moves?\. Find \w+\.", "", told
    )


# the matches of a person


def test_a_feed_has_the_newest_finished_matches(ann: User, bob: User) -> None:
    for number in range(22):
        match = match_between(ann, bob, now=NOON + timedelta(minutes=number))
        play(match, *QUICK_MATE, now=NOON + timedelta(minutes=number))
    match_between(ann, bob)
    found = read("/people/ann/feed/")
    assert titles(found) == ["Won · Xiongqi · bob"] * 20
    assert "Checkmate" in words(found)
    assert titles(read("/people/bob/feed/")) == ["Lost · Xiongqi · ann"] * 20
    ids = [one.text for one in islice(found.iter(f"{ATOM}id"), 3)]
    assert [one.text for one in islice(read("/people/ann/feed/").iter(f"{ATOM}id"), 3)] == ids


@pytest.mark.parametrize("way", HIDING)
def test_a_match_that_was_kept_from_others_is_in_no_feed(ann: User, bob: User, way: str) -> None:
    empty = browser().get("/people/ann/feed/").content
    ended(ann, bob, onlookers=HIDING[way])
    for who in (None, ann, bob):
        assert browser(who).get("/people/ann/feed/").content == empty


def test_a_match_that_is_hidden_leaves_the_feed_for_whoever_had_it(ann: User, bob: User) -> None:
    empty = browser().get("/people/ann/feed/").content
    match = ended(ann, bob)
    tag = browser().get("/people/ann/feed/")["ETag"]
    Match.objects.filter(pk=match.pk).update(hidden_at=NOON)
    answer = browser().get("/people/ann/feed/", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (200, empty)


def test_a_running_match_changes_no_feed(ann: User, bob: User) -> None:
    empty = browser().get("/people/ann/feed/").content
    match = match_between(ann, bob)
    play(match, "c2c6")
    assert browser().get("/people/ann/feed/").content == empty


def closed(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def shut_out(user: User) -> None:
    User.objects.filter(pk=user.pk).update(shut_out_until=timezone.now() + timedelta(days=1))


def shut_out_for_ever(user: User) -> None:
    User.objects.filter(pk=user.pk).update(shut_out_until=FOR_EVER)


@pytest.mark.parametrize("leave", [closed, shut_out, shut_out_for_ever])
def test_whoever_is_closed_or_suspended_has_no_feed(
    ann: User, bob: User, leave: Callable[[User], None]
) -> None:
    ended(ann, bob)
    leave(ann)
    assert browser().get("/people/ann/feed/").status_code == 404
    profile = browser().get("/people/ann/")
    assert b"atom" not in profile.content
    assert browser().get("/people/nobody/feed/").status_code == 404
    assert browser().get("/people/a%00b/feed/").status_code == 404


def test_another_spelling_leads_to_the_feed(ann: User) -> None:
    answer = browser().get("/people/ANN/feed/?in=ja")
    assert (answer.status_code, answer["Location"]) == (302, "/people/ann/feed/?in=ja")


# the board of a club


def test_a_feed_of_a_club_has_what_stands_on_its_board(ann: User) -> None:
    club: Club = club_of(ann)
    path = f"/clubs/{club.uid}/feed/"
    kept = Announcement.objects.create(club=club, author=ann, text="Tonight\n7 pm", made_at=NOON)
    feed = read(path)
    assert titles(feed)[0] == "Tonight 7 pm"
    assert "Tonight<br>7 pm" in words(feed)
    assert feed.findtext(f"{ATOM}entry/{ATOM}author/{ATOM}name") == "ann"
    Announcement.objects.filter(pk=kept.pk).update(hidden_at=NOON)
    assert "Tonight" not in words(read(path))
    Club.objects.filter(pk=club.pk).update(closed_at=NOON)
    assert browser().get(path).status_code == 404
    assert b"atom" not in browser().get(f"/clubs/{club.uid}/").content
