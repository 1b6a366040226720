"""What boards of the analysis are worth: a bot says so, and nobody is helped in a match."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache

from accounts import switches
from games.bots import thinking
from games.reviews import worth
from tests.kit.browsing import HTMX, browser
from tests.kit.builders import QUICK_MATE, match_between, match_with_bot, person, play

pytestmark = pytest.mark.django_db
BEING_PLAYED = "You are playing a match"


@pytest.fixture(autouse=True)
def thought(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The questions that bots are asked; each is answered alike."""
    cache.clear()
    asked: list[thinking.Question] = []

    def weigh(question: thinking.Question) -> thinking.Weighed:
        asked.append(question)
        return thinking.Weighed(250, None, ("f7e7", "c6c8"))

    monkeypatch.setattr(thinking, "weigh", weigh)
    yield asked
    cache.clear()


def path(*moves: str, game: str = "xiongqi", **more: str) -> str:
    return f"/analysis/{game}/worth/?{urlencode({'moves': ','.join(moves), **more})}"


def part(user: Any, url: str, *, post: bool = False) -> str:
    client = browser(user)
    answer = (client.post if post else client.get)(url, headers=HTMX)
    assert answer.status_code == 200
    return str(answer.content.decode())


def answer(*, tell: list[str]) -> None:
    """Let a worker answer what was asked."""
    for name in tell:
        worth.find_worth(worth_id=name)


@pytest.fixture
def owed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What workers are told to think about."""
    names: list[str] = []

    def after_commit(task: str, **told: Any) -> None:
        if task == "games.weigh_position":
            names.append(told["worth_id"])

    monkeypatch.setattr(worth.dispatch, "after_commit", after_commit)
    return names


def test_a_bot_thinks_about_it_once_and_never_in_the_request(owed: list[str], thought: Any) -> None:
    url = path("c2c6")
    board = browser().get("/analysis/xiongqi/?moves=c2c6&weigh=1").content.decode()
    assert 'id="worth" hx-post="/analysis/xiongqi/worth/?moves=c2c6' in board
    for user in (None, person()):
        assert "hx-get" in part(user, url, post=True)
    assert thought == []
    assert len(owed) == 1
    cache.clear()
    assert "too much to think about" in part(None, url), "a question is forgotten after a while"
    part(None, url, post=True)
    answer(tell=owed)
    html = part(None, url)
    assert "−2.5" in html  # South moved: it is North that is ahead
    assert re.findall(r'unseen">([^<]*)<', html) == [
        "Cannon f7 to e7",
        "Cannon c6 captures Bear on c8, mate",
    ]
    assert part(None, url, post=True) == html
    answer(tell=owed)
    assert len(thought) == 1
    page = browser().get("/analysis/xiongqi/?moves=c2c6&weigh=1").content.decode()
    assert "−2.5" in page
    assert "−2.5" not in browser().get("/analysis/xiongqi/?moves=c2c6").content.decode()


def test_nothing_is_said_of_boards_near_a_match_that_one_plays(owed: list[str]) -> None:
    ann, bob, eve = person("ann"), person("bob"), person("eve")
    play(match_between(ann, bob, rated=True), "c2c6")
    position = browser(ann).get("/analysis/xiongqi/?moves=c2c6,f7e7").content.decode()
    text = position.split('id="share-position" value="')[1].split('"')[0]
    near = (
        path(),  # from there one comes to it
        path("c2c6"),
        path("c2c6", "f7e7"),
        path("c2c6", "f7e7", "c6c8", "e8f7"),
        path(position=text),
        path("c2c6", at="0"),
    )
    for url in near:
        for user in (ann, bob):
            assert BEING_PLAYED in part(user, url, post=True), url
            assert BEING_PLAYED in part(user, url)
    assert owed == []
    assert "hx-get" in part(eve, near[2], post=True)
    answer(tell=owed)
    assert "−2.5" not in part(ann, near[2])
    assert "+2.5" in part(eve, near[2])


def test_nor_where_one_looks_on_at_the_same_board(owed: list[str]) -> None:
    ann, eve = person("ann"), person("eve")
    play(match_between(ann, person("bob")), "c2c6")
    other = match_between(person("cy"), person("dan"))
    play(other, "c2c6", "f7e7")
    for user, is_helped in ((ann, False), (eve, True)):
        html = browser(user).get(f"/matches/{other.uid}/").content.decode()
        (link,) = re.findall(r'href="(/analysis/[^"]*)"', html)
        assert browser(user).get(link).status_code == 200
        answered = part(user, link.replace("/?", "/worth/?"), post=True)
        assert (BEING_PLAYED not in answered) == is_helped


def test_practice_against_bots_forbids_nothing(owed: list[str]) -> None:
    ann = person("ann")
    play(match_with_bot(ann), "c2c6")
    assert "hx-get" in part(ann, path("c2c6"), post=True)
    assert len(owed) == 1


def test_so_many_wait_at_most_and_bots_may_rest(
    owed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth, "MOST_WAITING", 1)
    part(None, path("c2c6"), post=True)
    assert "too much to think about" in part(None, path("e3e4"), post=True)
    answer(tell=owed)
    assert "hx-get" in part(None, path("e3e4"), post=True)
    answer(tell=owed)
    monkeypatch.setattr(switches, "is_on", lambda name: name == "bots_paused")
    assert "too much to think about" in part(None, path("d3d4"), post=True)


@pytest.mark.parametrize("game", ["gunjin", "seichu", "nation"])
def test_games_that_hide_or_are_played_alone_have_none(game: str, owed: list[str]) -> None:
    assert browser().post(path(game=game)).status_code == 404
    assert owed == []


def test_what_is_over_or_makes_no_sense_is_not_thought_about(owed: list[str]) -> None:
    assert "Nothing is said" in part(None, path(*QUICK_MATE), post=True)
    assert browser().post(path(position="8/8"), headers=HTMX).status_code == 422
    assert owed == []
