"""Why a move is refused: the most helpful true reason, from the view alone."""

from __future__ import annotations

from itertools import product

import pytest

from engines.core.seats import BYSTANDER
from engines.xiongqi.moves import Move
from engines.xiongqi.pieces import PROMOTIONS
from engines.xiongqi.rulings import ILLEGAL_CODES
from engines.xiongqi.view import view_of
from tests.engines import playing
from tests.engines.xiongqi.boards import NORTH, SOUTH, move, moves, position, view
from tests.engines.xiongqi.samples import XIONGQI, played, strewn

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
REFUSED = [
    ("g7/8/8/8/8/8/8/RG6 N", "a8a7", "over"),
    (START, "e4e5", "empty-square"),
    (START, "e6e5", "not-your-piece"),
    (START, "a1a3", "own-piece-there"),
    (START, "c1d2", None),
    (START, "d1c2", "own-piece-there"),
    (START, "e1f1", "own-piece-there"),
    (START, "c2c3", "own-piece-there"),
    (START, "b1a3", "own-piece-there"),
    (START, "c2f2", "own-piece-there"),
    (START, "a1a4", "cannot-go-there"),
    (START, "a1h8", "cannot-go-there"),
    (START, "a1b2", "cannot-go-there"),
    (START, "a3a2", "cannot-go-there"),
    (START, "a3b3", "cannot-go-there"),
    (START, "a3a5", "cannot-go-there"),
    (START, "a3a3", "cannot-go-there"),
    (START, "b1d2", "cannot-go-there"),
    (START, "c2c6", None),
    (START, "c2c7", "cannot-go-there"),
    (START, "c2c4", "cannot-go-there"),
    (START, "a3a4=E", "promotion-not-here"),
    (START, "a1a2=E", "promotion-not-here"),
    ("8/R7/8/6g1/8/8/8/4G3 S", "a7a8=E", "promotion-not-here"),
    ("8/S7/8/6g1/8/8/8/4G3 S", "a7b8=E", "cannot-go-there"),
    ("8/S7/8/6g1/8/8/8/4G3 S", "a7b7=E", "promotion-not-here"),
    ("3g4/4r3/8/8/8/4H3/8/4G3 S", "e3f5", "leaves-general-attacked"),
    ("3g4/8/4c3/8/4S3/8/8/4G3 S", "e4e5", "leaves-general-attacked"),
    ("3g4/8/4c3/8/4S3/8/8/4G3 S", "e1d1", "generals-face"),
    ("4g3/8/8/8/8/4H3/8/4G3 S", "e3f5", "generals-face"),
    ("4g3/8/8/8/8/8/8/3G4 N", "e8d8", "generals-face"),
    ("3rg3/8/8/8/8/8/8/4G3 S", "e1d1", "leaves-general-attacked"),
]


@pytest.mark.parametrize(("text", "move_text", "code"), REFUSED)
def test_reasons(text: str, move_text: str, code: str | None) -> None:
    assert refusal(view(text), move(move_text)) == code


def test_out_of_turn() -> None:
    for text in ("a6a5", "a3a4"):
        assert refusal(view(START, NORTH), move(text)) == "not-your-turn"
        assert refusal(view_of(position(START), BYSTANDER), move(text)) == "not-your-turn"


def test_after_a_concession_it_is_over_for_everybody() -> None:
    over = XIONGQI.concede(position(START), frozenset({NORTH})).position
    for seat in (SOUTH, NORTH):
        assert refusal(view(over, seat), move("a3a4")) == "over"


def test_every_code_has_an_example() -> None:
    shown = {code for _, _, code in REFUSED if code} | {"not-your-turn"}
    assert shown == set(ILLEGAL_CODES)


def test_exactly_the_listed_moves_pass() -> None:
    """All 28 672 moves that can be written at all, in each of some positions."""
    for text in [*played(b"refusals", 60), *strewn(b"refusals", 60)][::10]:
        try:
            here = view(text)
        except ValueError:
            continue
        passed = {
            str(tried)
            for origin, target in product(range(64), repeat=2)
            for tried in (Move(origin, target, kind) for kind in (None, *PROMOTIONS))
            if refusal(here, tried) is None
        }
        assert passed == moves(text)


def refusal(seen: object, tried: Move) -> str | None:
    code = playing.refusal(XIONGQI, seen, tried)
    assert code in ("", *ILLEGAL_CODES)
    return code or None
