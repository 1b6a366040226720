"""The boards of the front door: a position, one idea, and a match that goes on from there."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engines.catalogue import GAMES, meta_for
from games.boards.cards import CARDS
from games.common.exceptions import RefusedMove
from games.match import opening
from games.match.models import Commitments, Match
from games.match.opening import Terms
from games.match.referee import Referee, given_sight
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest

pytestmark = pytest.mark.django_db
LESSONS = {card.slug: card.lesson for card in CARDS if card.lesson}
games = pytest.mark.parametrize("game", LESSONS)


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == {meta.slug for meta in GAMES}


def lesson_match(game: str, key: str = "") -> Match:
    return opening.create_lesson_match(
        user=guest(),
        terms=Terms(game, "none", key=key),
        plies=LESSONS[game].plies,
        level=meta_for(game).bot_levels[0],
        now=NOON,
    )


def offers_on(html: str, game: str) -> list[dict[str, Any]]:
    return json.loads(re.search(rf'id="{game}-offers"[^>]*>(.*?)</script>', html)[1])


@games
def test_it_is_the_readers_move(game: str) -> None:
    assert given_sight(game, LESSONS[game].plies, LESSONS[game].seat).legal


@games
def test_a_match_goes_on_from_the_lesson_and_holds_like_any_other(game: str) -> None:
    match = lesson_match(game)
    assert faults_of(match) == []
    assert match.given_plies == len(LESSONS[game].plies)
    for player in match.players.all():
        is_reader = player.seat == LESSONS[game].seat
        assert player.is_to_act == is_reader
        assert player.bot == ("" if is_reader else meta_for(game).bot_levels[0])


def test_a_hidden_lesson_is_committed_to_like_any_other_set_up() -> None:
    assert Commitments.objects.get(match=lesson_match("gunjin")).digests


def test_a_lesson_that_breaks_the_rules_begins_nothing() -> None:
    with pytest.raises(RefusedMove):
        opening.create_lesson_match(
            user=guest(), terms=Terms("xiongqi", "none"), plies=["a1a8"], level="easy", now=NOON
        )
    assert not Match.objects.exists()


# The page


@games
def test_two_clicks_on_the_front_door_begin_a_match_with_the_move_made(game: str) -> None:
    client = browser()
    html = client.get("/").content.decode()
    offer = offers_on(html, game)[0]
    assert all(f'id="{game}-sq-{square}"' in html for square in offer["squares"])
    key = re.search(rf'action="/start/{game}/">.*?name="key" value="([^"]+)"', html, re.DOTALL)[1]
    form = {"move": offer["action"], "key": key}
    first, again = (client.post(f"/start/{game}/", form) for _press in range(2))
    match = Match.objects.get()
    assert first["Location"] == again["Location"] == f"/matches/{match.uid}/"
    assert match.players.get(seat=LESSONS[game].seat).user.is_guest
    assert Referee(match).plies == len(LESSONS[game].plies) + 1
    assert faults_of(match) == []


@games
def test_without_a_script_the_same_takes_pages(game: str) -> None:
    client = browser()
    page = client.get(f"/start/{game}/").content.decode()
    squares = offers_on(page, game)[0]["squares"]
    for pressed in range(1, len(squares) + 1):
        asked = client.get(f"/start/{game}/", {"at": squares[:pressed]}).content.decode()
        assert f'<input type="hidden" name="at" value="{squares[pressed - 1]}">' in asked
        assert ('name="move"' in asked) == (pressed == len(squares))


@pytest.mark.parametrize("form", [{}, {"move": "a1a8", "key": "key-of-this"}, {"move": "d1c2"}])
def test_anything_else_begins_nothing_and_makes_nobody_a_guest(form: dict[str, str]) -> None:
    assert browser().post("/start/xiongqi/", form)["Location"] == "/start/xiongqi/"
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_a_page_with_all_the_boards_has_every_id_once() -> None:
    ids = re.findall(r' id="([^"]+)"', browser().get("/").content.decode())
    assert len(ids) == len(set(ids))


def test_a_game_that_is_none_has_no_lesson() -> None:
    assert browser().get("/start/chess/").status_code == 404


@pytest.mark.parametrize(
    ("language", "drawn"), [("en", "international"), ("ja", "kanji"), ("de", "international")]
)
def test_pieces_go_with_the_language_until_they_are_chosen(language: str, drawn: str) -> None:
    client = Client(headers={"accept-language": language})
    assert f"pieces/xiongqi/{drawn}.svg" in client.get("/").content.decode()
    client.post("/pieces/", {"pieces": "kanji"})
    assert "pieces/xiongqi/kanji.svg" in client.get("/").content.decode()
