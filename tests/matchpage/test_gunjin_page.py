"""Gunjin through the pages: moves without a script, refusals, looking back, onlookers."""

from __future__ import annotations

import re

import pytest

from engines.gunjin.pieces import LETTERS
from games.boards.refusals import refusal_sentence
from games.match.models import Match
from tests.kit.browsing import BoardPage, message_of, row_of
from tests.kit.builders import everything, north, person, play, south
from tests.kit.gunjin import OCCUPATION, gunjin_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """South's general stands on b3 before the left bridge, a second lieutenant of North on b4."""
    return gunjin_match(person("ann"), person("bob"))


def drawn(html: str) -> set[str]:
    """The symbols of pieces anywhere on the page, seats' tiles aside."""
    return set(re.findall(r'href="[^"]*/gunjin/kanji\.svg#([A-Z])"', html))


def test_an_attack_is_picked_confirmed_and_read_without_a_script(match) -> None:
    page = BoardPage(match, south(match))
    html = page.html("?at=b3&at=b4")
    assert row_of(html) == "move"
    assert "General b3 attacks Unknown piece on b4" in html
    assert page.play("b3b4").status_code == 302
    assert "General b3 attacks Unknown piece on b4: the attacker wins." in page.html()
    shown = BoardPage(match, north(match)).html()
    assert "Unknown piece b3 attacks Second lieutenant on b4: the attacker wins." in shown


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("a3a4", "piece-never-moves"),
        ("b3c3", "own-piece-there"),
        ("b3b5", "cannot-go-there"),
        ("b4b3", "not-your-piece"),
        ("d1d2", "own-piece-there"),
        ("e1e2", "unreadable-move"),
        ("setup:" + "G" * 23, "already-placed"),
    ],
)
def test_what_cannot_be_played_is_told_and_changes_nothing(match, move, code) -> None:
    page = BoardPage(match, south(match))
    form = page.form()
    before = everything()
    answer = page.post("move", {**form, "move": move})
    assert answer.status_code == 422
    assert answer["X-Refusal"] == code
    assert message_of(answer) == refusal_sentence(code, "gunjin")
    assert everything() == before


def test_an_onlooker_sees_no_kinds_until_the_end(match) -> None:
    page = BoardPage(match)
    for move in OCCUPATION:
        html = page.html()
        board = html[html.index('id="board-form"') : html.index('id="chooser"')]
        assert drawn(board) == {"U"}
        assert "Unknown piece" in html
        play(match, move)
    assert {"G", "X", "F"} < drawn(page.html())
    assert match.status == "finished"


def test_each_player_sees_the_own_kinds_and_none_besides(match) -> None:
    html = BoardPage(match, south(match)).html()
    board = html[html.index('id="board-form"') : html.index('id="chooser"')]
    assert drawn(board) == {*LETTERS[1:], "U"}
    enemies = re.findall(r'class="piece north"[^>]*data-sign="(.)"', board)
    assert enemies == ["U"] * 23


def test_one_looks_back_to_the_start_of_play_and_no_further(match) -> None:
    play(match, "b3b4", "g4g3")
    page = BoardPage(match, south(match))
    html = page.html("?ply=3")
    assert "Move 1 of 2" in html
    assert 'href="?ply=2"' in html
    start = page.html("?ply=2")
    assert "Move 0 of 2" in start
    assert 'href="?ply=1"' not in start
