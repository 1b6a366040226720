"""The boards of the front door: a position, one idea, and a match that goes on from there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engines.catalogue import GAMES, meta_for
from engines.core.dice import Dice
from engines.core.engine import Terms as EngineTerms
from engines.registry import engine_for
from games.boards.cards import CARDS
from games.match.exceptions import RefusedMove
from games.match.models import Commitments, Match
from games.match.referee import Referee, given_sight
from games.match.terms import opening
from games.match.terms.opening import Terms
from games.moderation.selectors.audits import faults_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, guest

pytestmark = pytest.mark.django_db
LESSONS = {card.slug: card.lesson for card in CARDS if card.lesson.idea}
games = pytest.mark.parametrize("game", LESSONS)


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == {meta.slug for meta in GAMES}


# What comes of a first move

WORTH = {"R": 6, "C": 4, "B": 3.5, "H": 3.5, "A": 2}
"""Of Xiongqi's pieces, in soldiers; elsewhere one piece is worth as much as another."""


def worth(game: str, text: str, seat: int) -> float:
    """What *seat* has on the board of a position's *text*; in Nation, the reader's power alone."""
    if game == "nation":
        nation = json.loads(text)["nations"][seat]
        return nation["power"] if nation["id"] == "player" else 0
    own = str.isupper if seat == 0 else str.islower
    pieces = [letter.upper() for letter in text.partition(" ")[0] if own(letter)]
    return sum(WORTH.get(letter, 1) if game == "xiongqi" else 1 for letter in pieces)


class Line:
    """A position that play from a lesson comes to."""

    def __init__(self, game: str, plies: tuple[str, ...], position: Any) -> None:
        self.game, self.plies, self.position = game, plies, position
        self.engine: Any = engine_for(game, meta_for(game).rules_version)
        self.to_act = self.engine.to_act(position)
        self.outcome = self.engine.outcome(position)

    def lead(self, seat: int) -> float:
        text = self.engine.codec.write(self.position)
        return worth(self.game, text, seat) - worth(self.game, text, 1 - seat)

    def after(self, text: str) -> Line:
        seat = min(self.to_act)
        move = self.engine.codec.load_move(text)
        dice = Dice(b"", str(len(self.plies) + 1))
        position = self.engine.play(self.position, seat, move, dice).position
        return Line(self.game, (*self.plies, text), position)

    def moves(self) -> Iterator[Line]:
        """After each move within the rules but Doubts; of many drops, eight."""
        (seat,) = self.to_act
        legal = given_sight(self.game, self.plies, seat).legal
        drops = [text for text in legal if "*" in text]
        others = [text for text in legal if "*" not in text and text not in ("doubt", "accept")]
        for text in others + drops[:: len(drops) // 8 + 1]:
            yield self.after(text)


def line_of(game: str) -> Line:
    """The lesson as it stands."""
    meta = meta_for(game)
    options = {name: values[0] for name, values in meta.options.items()}
    start = engine_for(game, meta.rules_version).start(EngineTerms(options), Dice(b"", "0"))
    return reduce(Line.after, LESSONS[game].plies, Line(game, (), start.position))


def regrets(line: Line, seat: int, lead: float) -> Iterator[str]:
    """Replies to a first move that end the match, or take what cannot be had back at once.

    What the first move has won counts for what the reply takes.
    """
    if line.outcome or seat in line.to_act:
        return
    before = min(lead, line.lead(seat))
    for reply in line.moves():
        if reply.outcome is not None:
            yield f"{reply.plies[-2:]} ends the match"
        elif (left := reply.lead(seat)) < before:
            back = (after.lead(seat) for after in reply.moves()) if seat in reply.to_act else ()
            if max((left, *back)) < before:
                yield f"{reply.plies[-2:]} loses material"


@games
def test_no_reply_to_a_first_move_ends_the_match_or_loses_material(game: str) -> None:
    lesson, seat = line_of(game), LESSONS[game].seat
    lead = lesson.lead(seat)
    assert [fault for line in lesson.moves() for fault in regrets(line, seat, lead)] == []


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
