"""A typed move is read alike wherever it is typed, as people write it."""

from __future__ import annotations

import pytest

from games.match.models import Match
from games.match.sealed import SealedPly
from games.reviews.models import Variations
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import match_between, north, person, play, south

pytestmark = pytest.mark.django_db

XIONGQI = ("xiongqi", ("e3e4",), "e6e5")
GUNGI = ("gungi", ("e3e4",), "e7e6")
CAPTURE = ("gungi", ("e3e4", "e7e6", "e4e5"), "e6xe5")
SPELLINGS = [
    *((XIONGQI, text) for text in ("e6e5", "E6–E5!", "1... e6e5", "1… E6-e5", "1. e6e5", "1 e6e5")),
    *(
        (XIONGQI, text)
        for text in ("Ｅ６–ｅ５!", "“e6:e5?!”", "e6 e5", "１．ｅ６ｅ５", "e6e5\u200b")
    ),
    *((GUNGI, text) for text in ("E7–E6!", "1... e7e6", "Ｅ7–e6!", "兵(3-5-1)(4-5-1)")),
    *((CAPTURE, text) for text in ("e6xe5", "2... E6×e5!", "兵(4-5-1)取(5-5-1)#")),
]


def begun(case: tuple[str, tuple[str, ...], str]) -> Match:
    game, moves, _move = case
    options = {"rules": "beginner"} if game == "gungi" else {}
    match = match_between(person(), person(), game=game, options=options)
    play(match, *moves)
    return match


@pytest.mark.parametrize(("case", "text"), SPELLINGS)
def test_a_move_is_read_however_it_is_written(
    case: tuple[str, tuple[str, ...], str], text: str
) -> None:
    match, move = begun(case), case[2]
    is_south = len(case[1]) % 2 == 0
    mover, other = (south, north) if is_south else (north, south)
    offered = f'name="move" value="{move}"'
    url = f"/matches/{match.uid}/"
    asked = browser(mover(match)).get(url, {"move": text}).content.decode()
    assert offered in asked
    planned = browser(other(match)).get(f"{url}plan/", {"move": text}).content.decode()
    assert offered in planned
    led = browser(other(match)).post(f"{url}plan/", {"move": text})
    assert led["Location"] == f"{url}plan/{move}/"
    assert browser(mover(match)).post(f"{url}try/", {"move": text}).status_code == 302
    (tree,) = Variations.objects.get().trees.values()
    assert tree[-1][2] == move
    BoardPage(match, mover(match)).play(text)
    assert SealedPly.objects.latest("number").move == move


@pytest.mark.parametrize("text", ["e6e5e4", "1.", "e9e5", "1. e3e4 e6e5", "!", "兵(5-5-1)(5-4-1)"])
def test_what_is_no_move_is_told_as_it_was_typed(text: str) -> None:
    match = begun(XIONGQI)
    url = f"/matches/{match.uid}/"
    asked = browser(north(match)).get(url, {"move": text}).content.decode()
    assert f"“{text}” is not a move you can make now." in asked
    assert browser(south(match)).post(f"{url}plan/", {"move": text}).status_code == 422
    assert browser(north(match)).post(f"{url}try/", {"move": text}).status_code == 422
