"""The archive: what I have finished, by game and result, in pages."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.match.changes import ending
from games.match.models import Match, Player
from games.match.reading.selectors import finished_seats, past_seats
from games.match.sealed import SealedPosition
from games.match.status import Status
from tests.kit.browsing import browser
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    REPETITION,
    match_between,
    north,
    person,
    play,
    south,
)
from tests.kit.seichu import FOUL_CAPTURED, seichu_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    """Ann has won against Winnie, lost against Lou, drawn with Dan; one match goes on."""
    ann = person("ann")
    play(match_between(ann, person("winnie")), *QUICK_MATE)
    lost = match_between(ann, person("lou"))
    ending.resign(uid=lost.uid, user=ann, now=NOON + timedelta(hours=1))
    play(match_between(ann, person("dan")), *REPETITION, now=NOON + timedelta(hours=2))
    play(match_between(ann, person("goes-on")), "e3e4")
    cancelled = match_between(ann, person("cancelled"))
    ending.cancel_running(cancelled, list(cancelled.players.all()), now=NOON)
    return ann


def opponents(user, query=""):
    answer = browser(user).get(f"/archive/{query}")
    assert answer.status_code == 200
    return re.findall(r'class="against">against ([^<]*)<', answer.content.decode())


def test_it_lists_what_was_played_out_the_latest_first(ann) -> None:
    assert opponents(ann) == ["dan", "lou", "winnie"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?result=won", ["winnie"]),
        ("?result=lost", ["lou"]),
        ("?result=drawn", ["dan"]),
        ("?game=xiongqi", ["dan", "lou", "winnie"]),
        ("?game=xiongqi&result=won", ["winnie"]),
        ("?game=&result=", ["dan", "lou", "winnie"]),
    ],
)
def test_it_is_narrowed_by_game_and_result(ann, query, found) -> None:
    assert opponents(ann, query) == found


@pytest.mark.parametrize(
    "query",
    [
        "?result=everything",
        "?game=chess",
        "?result=%00",
        "?game=%27%20OR%201=1",
        "?result[]=won",
        "?page=3",
        "?before=",
        "?before=-1",
        "?before=nine",
        "?before=" + "9" * 1500,
        "?before=%00",
        "?before=1.5",
    ],
)
def test_nonsense_narrows_nothing(ann, query) -> None:
    assert opponents(ann, query) == ["dan", "lou", "winnie"]


def test_each_line_says_how_it_ended(ann) -> None:
    html = browser(ann).get("/archive/").content.decode()
    lines = re.findall(r'class="match-result">([^<]*)<', html)
    assert lines == [
        "Drawn: The same position appeared three times.",
        "Lost: You resigned.",
        "Won: Checkmate: the general of North is in check and cannot escape.",
    ]
    assert re.findall(r">(\d+ moves?)<", html) == ["8 moves", "0 moves", "3 moves"]


def test_set_ups_are_no_moves_and_a_draw_agreed_on_is_none() -> None:
    ann, bob = person("ann"), person("bob")
    match = seichu_match(ann, bob, *FOUL_CAPTURED, "accept")
    ending.offer_draw(uid=match.uid, user=bob, now=NOON)
    ending.accept_draw(uid=match.uid, user=ann, now=NOON)
    html = browser(ann).get("/archive/").content.decode()
    assert re.findall(r">(\d+ moves?)<", html) == ["4 moves"]
    assert "You played South" in html


def test_each_line_shows_its_board_and_the_day_it_ended(ann) -> None:
    html = browser(ann).get("/archive/").content.decode()
    assert html.count('class="board-picture xiongqi"') == 3
    assert html.count(">Fri 20 Nov 2026</time>") == 3
    cid = person("cid")
    match = seichu_match(cid, person("eva"))
    ending.resign(uid=match.uid, user=cid, now=NOON)
    picture = browser(cid).get("/archive/").content.decode().split("board-picture seichu")[1]
    assert "#U" not in picture  # the end has shown every piece
    assert "#K" in picture


def test_a_longer_archive_costs_no_more_statements(ann, django_assert_num_queries) -> None:
    client = browser(ann)
    client.get("/archive/")
    with CaptureQueriesContext(connection) as captured:
        client.get("/archive/")
    for name in ("eva", "fay", "gus"):
        ending.resign(uid=match_between(ann, person(name)).uid, user=ann, now=NOON)
    with django_assert_num_queries(len(captured)):
        client.get("/archive/")


def test_others_have_their_own_archive(ann) -> None:
    lou = Player.objects.get(user__name="lou").user
    assert opponents(lou) == ["ann"]
    assert opponents(person("nobody")) == []


def test_an_empty_archive_says_so() -> None:
    html = browser(person("nobody")).get("/archive/").content.decode()
    assert "No finished matches" in html


def test_a_filter_without_a_find_says_so_too(ann) -> None:
    Player.objects.filter(user=ann, result="drawn").update(result="won")
    assert "No finished matches" in browser(ann).get("/archive/?result=drawn").content.decode()


def test_it_comes_in_pages_and_keeps_the_filter_on_the_way() -> None:
    zoe, bob = person("zoe"), person("bob")
    matches = Match.objects.bulk_create(
        Match(
            game="xiongqi",
            rules_version=1,
            time_control="none",
            status=Status.FINISHED,
            created_at=NOON,
            started_at=NOON,
            ended_at=NOON + timedelta(minutes=number),
            ended_how="no-progress",
            plies=number,
        )
        for number in range(60)
    )
    Player.objects.bulk_create(
        Player(match=match, seat=seat, user=user, result=result, over_at=match.ended_at)
        for match in matches
        for seat, (user, result) in enumerate([(zoe, "won"), (bob, "lost")])
    )
    position = SealedPosition.objects.get(match=match_between(zoe, bob))
    SealedPosition.objects.bulk_create(
        SealedPosition(
            match=match,
            seed=position.seed,
            schema=position.schema,
            data=position.data,
            seat_plies=position.seat_plies,
            versions=position.versions,
            opening=position.opening,
        )
        for match in matches
    )
    client = browser(zoe)
    pages = [client.get("/archive/?result=won").content.decode()]
    for _further in range(2):
        (address,) = re.findall(r'rel="next" href="([^"]*)"', pages[-1])
        assert address.startswith("?result=won&amp;before=")
        pages.append(client.get(f"/archive/{unescape(address)}").content.decode())
    plies = [re.findall(r">(\d+) moves?<", page) for page in pages]
    assert [len(page) for page in plies] == [25, 25, 10]
    assert [int(number) for page in plies for number in page] == list(range(59, -1, -1))
    assert 'rel="next"' not in pages[2]
    assert ['rel="first" href="?result=won"' in page for page in pages] == [False, True, True]


def test_matches_that_ended_at_one_moment_are_each_shown_once(ann) -> None:
    Player.objects.filter(user=ann, over_at__isnull=False).update(over_at=NOON)
    shown = past_seats(finished_seats(ann.pk), before="", most=3).seats
    assert len({mine.pk for mine in shown}) == 3
    uids, before = [], ""
    for _page in range(3):
        part = past_seats(finished_seats(ann.pk), before=before, most=1)
        uids += [mine.match.uid for mine in part.seats]
        before = part.older
    assert uids == [mine.match.uid for mine in shown]
    assert before == ""


def test_no_page_begins_at_a_match_that_is_not_among_those_shown(ann) -> None:
    theirs = match_between(person("eva"), person("fay"))
    play(theirs, *QUICK_MATE)
    running = Match.objects.get(players__user__name="goes-on")
    for uid in (theirs.uid, running.uid):
        assert opponents(ann, f"?before={uid}") == ["dan", "lou", "winnie"]


def test_a_board_in_the_archive_can_be_opened_by_its_players_and_anybody_else(ann) -> None:
    match = Match.objects.filter(status=Status.FINISHED).first()
    for user in (south(match), north(match), None):
        assert browser(user).get(f"/matches/{match.uid}/").status_code == 200


def test_an_empty_archive_says_what_to_do() -> None:
    client = browser(person("newcomer"))
    assert "?opponent=bot" in client.get("/archive/").content.decode()
    narrowed = client.get("/archive/?game=gungi").content.decode()
    assert "Change the filters above" in narrowed
    assert "?opponent=bot" not in narrowed
