"""The game of docs/adding-a-game.md, made of the document's own blocks, is played on the site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from games.lobby.presenters.lessons import present_lesson
from games.match.models import Match
from games.match.status import Status
from games.match.terms import opening
from tests.engines.conformance import PROMISES
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, match_between, person, terms
from tests.kit.smallest import BLOCKS, house_of_sanmoku


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The rules of the game, on a site that hosts it."""
    with house_of_sanmoku(tmp_path_factory.mktemp("smallest")) as engine:
        yield engine


def playing(*moves: str) -> tuple[Match, BoardPage]:
    """A match over the site, after *moves* that were posted by whoever was to move."""
    match = match_between(person(), person(), game="sanmoku")
    users = [player.user for player in match.players.order_by("seat")]
    page = BoardPage(match)
    for number, move in enumerate(moves):
        page = BoardPage(match, users[number % 2])
        assert page.play(move).status_code in (200, 302)
    match.refresh_from_db()
    return match, page


def test_it_takes_no_more_than_250_lines() -> None:
    assert sum(text.count("\n") for text in BLOCKS.values()) <= 250


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_it_keeps_every_promise_of_an_engine(game: Any, promise: Any) -> None:
    promise(game, b"smallest")


@pytest.mark.django_db
def test_it_is_played_to_its_end(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    match, page = playing("b2", "a1", "c3")
    html = page.html()
    assert 'data-files="3" data-ranks="3"' in html
    assert html.count('role="gridcell"') == 9
    refused = BoardPage(match, match.players.get(seat=1).user).play("b2")
    assert (refused.status_code, refused["X-Refusal"]) == (422, "cannot-go-there")
    match, page = playing("b2", "a1", "c3", "a2", "a3", "c1", "b1", "b3", "c2")
    assert "All squares are taken." in page.html()
    match, page = playing("b2", "a1", "c3", "a2", "c1", "a3")
    assert match.status == Status.FINISHED
    assert "You have won" in page.html() and "North has three in a row." in page.html()
    assert "1. b2 a1" in page.get(path="record.txt").content.decode()
    assert browser().get(f"/matches/{match.uid}/board.svg").status_code == 200


@pytest.mark.django_db
def test_a_bot_plays_it(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    match = opening.create_bot_match(
        user=person(), terms=terms(game="sanmoku"), level="easy", now=NOON
    )
    assert match.players.filter(bot="easy").exists()


def test_it_is_shown_at_the_front_door(game: Any) -> None:
    lesson = present_lesson("sanmoku", piece_set="kanji")
    assert lesson.name == "Sanmoku" and lesson.board.count('role="gridcell"') == 9
