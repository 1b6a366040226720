"""After a turn only new moves travel: a page says what it holds, and is told the rest."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.match.models import Match
from games.match.referee import Referee
from tests.kit.browsing import BoardPage
from tests.kit.builders import QUICK_MATE, match_between, north, person, play, south
from tests.kit.gunjin import OCCUPATION, gunjin_match
from tests.kit.seichu import FOUL_CAPTURED, seichu_match

pytestmark = pytest.mark.django_db

MOVES = ("e3e4", "e6e5", "a1a2", "a8a7", "a2a1", "a7a8")


def held_in(html: str) -> str:
    found = re.search(r'data-has="([^"]*)"', html)
    assert found
    return found[1]


def rows_in(html: str) -> list[str]:
    return re.findall(r'<li><span class="move-number">.*?</li>', html)


def first_in(html: str) -> int:
    found = re.search(r'data-from="(\d+)"', html)
    assert found
    return int(found[1])


def part(match: Match, user: object, held: str = "") -> str:
    query = f"?has={held}" if held else ""
    return str(BoardPage(match, user).get(query, "board/").content.decode())


def beside_the_list(html: str) -> str:
    """All of a fragment but the list of moves and the names of its requests."""
    html = re.sub(r'<ol role="list" data-from.*?</ol>', "", html, flags=re.DOTALL)
    return re.sub(r'(value|content)="[\w-]{16,64}"|"now":.*?,|data-(now|key)="[^"]*"', "", html)


def merged(before: list[str], html: str) -> list[str]:
    return [*before[: first_in(html) - 1], *rows_in(html)]


@pytest.mark.parametrize("eyes", ["south", "north", "nobody"])
@pytest.mark.parametrize("game", ["xiongqi", "gunjin", "seichu"])
def test_old_rows_and_new_ones_are_the_whole_list(game: str, eyes: str) -> None:
    ann, bob = person("ann"), person("bob")
    make, moves = {
        "xiongqi": (lambda *played: _xiongqi(ann, bob, *played), MOVES),
        "gunjin": (lambda *played: gunjin_match(ann, bob, *played), OCCUPATION[:-1]),
        "seichu": (lambda *played: seichu_match(ann, bob, *played), (*FOUL_CAPTURED, "accept")),
    }[game]
    match = make()
    user = {"south": ann, "north": bob, "nobody": None}[eyes]
    held = held_in(part(match, user))
    rows: list[Any] = []
    for number, move in enumerate(moves):
        play(match, move)
        fresh = part(match, user, held)
        if number > 2:
            assert len(rows_in(fresh)) <= 2, "what it holds travels again"
        rows, held = merged(rows, fresh), held_in(fresh)
        whole = part(match, user)
        assert rows == rows_in(whole)
        assert beside_the_list(fresh) == beside_the_list(whole)


def _xiongqi(ann: object, bob: object, *moves: str) -> Match:
    match = match_between(ann, bob)  # type: ignore[arg-type]
    play(match, *moves)
    return match


def test_the_answer_to_a_move_is_the_rest_as_well(match: Match) -> None:
    play(match, *MOVES)
    page = BoardPage(match, south(match), htmx=True)
    held = held_in(page.html())
    fields = {**page.form(), "move": "a1a2"}
    answer = page.client.post(f"{page.url}move/?has={held}", fields, headers=page.headers)
    assert [first_in(answer.content.decode()), len(rows_in(answer.content.decode()))] == [3, 2]


def test_what_was_taken_back_is_held_by_nobody(match: Match) -> None:
    play(match, *MOVES)
    held = held_in(part(match, None))
    referee = Referee(match)
    referee.rewind(2, now=match.started_at)
    play(match, "h1h2", "h8h7", "h2h1", "h7h8", "b3b4")
    assert first_in(part(match, None, held)) == 1
    assert first_in(part(match, None, held_in(part(match, None)))) == 4


@pytest.mark.parametrize("held", ["99.1.0", "7.3.1", "-1.1.0", "1.1", "x.y.z", "4.3.0.1", "٣.1.0"])
def test_what_makes_no_sense_gets_everything(match: Match, held: str) -> None:
    play(match, *MOVES)
    assert rows_in(part(match, None, held)) == rows_in(part(match, None))


def test_a_whole_page_and_a_look_back_have_every_move(match: Match) -> None:
    play(match, *MOVES)
    held = held_in(part(match, None))
    assert len(rows_in(BoardPage(match).html(f"?has={held}"))) == 3
    back = part(match, None, f"{held}&ply=2")
    assert (len(rows_in(back)), held_in(back)) == (3, "")


def test_the_end_tells_everything_anew(match: Match) -> None:
    play(match, *QUICK_MATE[:2])
    held = held_in(part(match, north(match)))
    play(match, QUICK_MATE[2])
    assert first_in(part(match, north(match), held)) == 1
