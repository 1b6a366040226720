"""Earlier boards, picked squares and other requests in the address: nonsense is left out."""

from __future__ import annotations

import re

import pytest

from games.match.status import Status
from tests.kit.browsing import BoardPage, row_of
from tests.kit.builders import everything, match_between, north, person, play, south

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4", "e6e5", "d3d4")
    return match


def pieces(html):
    """What stands where."""
    return dict(re.findall(r'id="sq-(\w\w)"[^>]*aria-label="\w\w, ([^"]*)"', html))


@pytest.mark.parametrize(
    ("ply", "occupied", "empty"),
    [(0, "e3", "e4"), (1, "e4", "e5"), (2, "e5", "d4"), (3, "d4", "d3")],
)
def test_every_earlier_board_can_be_seen(match, ply, occupied, empty) -> None:
    html = BoardPage(match).html(f"?ply={ply}")
    assert pieces(html)[occupied] != "empty"
    assert pieces(html)[empty] == "empty"
    assert f'data-ply="{ply}"' in html


def test_looking_back_offers_no_moves_and_leads_back(match) -> None:
    for user in (south(match), north(match), None):
        html = BoardPage(match, user).html("?ply=1")
        assert 'id="move-form"' not in html
        assert row_of(html) == "back"
        assert "Current position" in html


@pytest.mark.parametrize("ply", [4, 999999])
def test_looking_beyond_the_last_move_shows_it(match, ply) -> None:
    assert pieces(BoardPage(match).html(f"?ply={ply}")) == pieces(BoardPage(match).html("?ply=3"))


NONSENSE = [
    "?ply=",
    "?ply=-1",
    "?ply=1.5",
    "?ply=one",
    "?ply=%D9%A3",
    "?ply=" + "9" * 400,
    "?ply=0x1",
    "?ply=%00",
    "?ply=1&ply=zwei",
    "?v=%D9%A3%FF",
    "?v=-1",
    "?v=1e3",
    "?at=",
    "?at=z9",
    "?at=e4&at=e4&at=e4",
    "?at=%00",
    "?at=%ED%A0%80",
    "?at=" + "e3&at=" * 180,
    "?ask=",
    "?ask=everything",
    "?ask=%3Cscript%3E",
    "?ask=accept",
    "?move=",
    "?move=%00",
    "?move=e9e9",
    "?move=" + "a" * 3000,
    "?move=%3Cimg%20src%3Dx%3E",
    "?move=%25s%25(move)s%7B%7B7*7%7D%7D",
    "?move=%F0%9F%98%80",
    "?%00=%00",
    "?=&&&=;",
    "?at[]=e3&at[0]=e4",
]


@pytest.mark.parametrize(("path", "step"), [("", 3), ("board/", 1)])
def test_nonsense_in_the_address_is_left_out(match, path, step) -> None:
    pages = [BoardPage(match, user) for user in (north(match), None)]
    rows = everything()
    for query in NONSENSE[::step]:
        for page in pages:
            answer = page.get(query, path)
            assert answer.status_code == 200, query
            html = answer.content.decode()
            assert pieces(html)["e4"] != "empty", query
            assert "<img src=x" not in html, query
            assert "{{" not in html.replace("{{7*7}}", ""), query
    assert everything() == rows
    match.refresh_from_db()
    assert match.status == Status.ACTIVE


@pytest.mark.parametrize("query", ["?ask=accept", "?ask=resign", "?ask=draw"])
def test_what_one_may_not_do_is_not_asked_back(match, query) -> None:
    assert row_of(BoardPage(match).html(query)) == "idle"


def test_a_typed_move_that_cannot_be_made_is_told(match) -> None:
    html = BoardPage(match, north(match)).html("?move=e5e7")
    assert "“e5e7” is not a move you can make now." in html
    assert row_of(html) == "idle"
