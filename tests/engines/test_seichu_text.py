"""Positions and moves as text: what is read, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import InvalidMove
from engines.seichu.engine import ENGINE
from engines.seichu.squares import SQUARE_NAMES
from tests.engines.seichu_boards import SETUPS, after, started
from tests.engines.seichu_matches import quiet_match

PAGE = "4/4/4/4/1P2/4/4 -/- 0"
FULL = ENGINE.codec.write(started())
PLACED = "pbnl/rgkp/4/4/4/4/4 -/s -"


def test_the_example_of_the_rules_page() -> None:
    here = ENGINE.codec.read(PAGE)
    assert ENGINE.codec.write(here) == PAGE
    assert here.to_move == 0
    assert {SQUARE_NAMES[sq]: code for sq, code in enumerate(here.board) if code} == {"b3": 8}


@pytest.mark.parametrize(
    "text", [PAGE, FULL, PLACED, "4/4/4/4/4/4/4 -/- -", "k3/4/4/4/4/4/3K SPP/n 1"]
)
def test_position_texts(text: str) -> None:
    here = ENGINE.codec.read(text)
    assert ENGINE.codec.write(here) == text
    assert here.outcome is None


def test_set_up_has_no_side_to_move() -> None:
    assert ENGINE.to_act(ENGINE.codec.read(PLACED)) == {0}


def test_an_open_question_is_written_as_the_turn_of_who_answers() -> None:
    asked = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")
    assert ENGINE.codec.write(asked) == "k3/4/4/4/4/1K2/P3 R/- 0"
    kingless = after("k3/4/4/4/4/1r2/1K2 -/- 1", "b2b1")
    assert ENGINE.codec.write(kingless) == "k3/4/4/4/4/4/1r2 -/- 0"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        PAGE[:-2],
        PAGE[:-1],
        f"{PAGE} ",
        f" {PAGE}",
        f"{PAGE}\n",
        f"{PAGE} 0",
        PAGE.replace(" 0", "  0"),
        PAGE.replace(" 0", " 2"),
        PAGE.replace(" 0", " ٠"),
        PAGE.replace(" 0", " -"),
        FULL.replace(" 0", " -"),
        PLACED.replace("-/s", "-/-"),
        PLACED.replace("-/s", "s/-"),
        PLACED.replace("-/s", "-/n"),
        PLACED.replace("pbnl", "pbn1"),
        "4/4/4/4/4/4/4 P/- -",
        PAGE.replace("4/", "", 1),
        PAGE.replace("4/", "4/4/", 1),
        PAGE.replace("4/", "5/", 1),
        PAGE.replace("4/", "22/", 1),
        PAGE.replace("4/", "3/", 1),
        PAGE.replace("4/", "0P3/", 1),
        PAGE.replace("4/", "４/", 1),
        PAGE.replace("4/", "²2/", 1),
        PAGE.replace("4/", "..../", 1),
        PAGE.replace("4/", "/", 1),
        PAGE.replace("P", "X"),
        PAGE.replace("P", "."),
        PAGE.replace("P", "+P"),
        PAGE.replace("-/-", "-"),
        PAGE.replace("-/-", "/"),
        PAGE.replace("-/-", "-/-/-"),
        PAGE.replace("-/-", "K/-"),
        PAGE.replace("-/-", "-/k"),
        PAGE.replace("-/-", "PS/-"),
        PAGE.replace("-/-", "p/-"),
        PAGE.replace("-/-", "-/P"),
        PAGE.replace("-/-", "./-"),
        PAGE.replace("-/-", "PPPP/-"),
        PAGE.replace("-/-", "RRR/-"),
        PAGE.replace("-/-", "-/ı"),
        PAGE.replace("1P2", "1KK1"),
        PAGE.replace("1P2", "rR1r"),
    ],
)
def test_other_position_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        ENGINE.codec.read(text)


@pytest.mark.parametrize(
    "text", ["a1a2", "d7a1", "b6b7!", "P*c4", "K*a1", "doubt", "accept", f"setup:{SETUPS[0]}"]
)
def test_moves_read_back(text: str) -> None:
    assert ENGINE.codec.dump_move(ENGINE.codec.load_move(text)) == text
    assert len(text) <= 40


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b3",
        "b3b",
        "b3b8",
        "b0b1",
        "e1a1",
        "b3b4b5",
        "b3b4!!",
        "b3b4+",
        "b3b4xS",
        "B3B4",
        "b3-b4",
        "b3 b4",
        " b3b4",
        "b3b4 ",
        "b3b4\n",
        "\nb3b4",
        "b3b4\x00",
        "b３b４",
        "ｂ3ｂ4",
        "*c4",
        "p*c4",
        "PP*c4",
        "P*e4",
        "P*c8",
        "P*c4!",
        "P*c4\n",
        "P＊c4",
        "Doubt",
        "doubt!",
        "doubt ",
        "doubt\n",
        "accepts",
        "pass",
        "setup:",
        "setup:KRBGSNLP",
        "setup:KRBG/SNLPP",
        "setup:KRBG/SNL",
        "setup:krbg/snlp",
        "setup:KRBG/SNLX",
        "setup: KRBG/SNLP",
        "setup:KRBG/SNLP\n",
        "Setup:KRBG/SNLP",
        "KRBG/SNLP",
        "b3b4" * 5000,
        "setup:" + "K" * 5000,
    ],
)
def test_other_move_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        ENGINE.codec.load_move(text)
    assert len(str(refused.value)) < 400


def test_a_set_up_that_cannot_be_read_is_not_quoted() -> None:
    with pytest.raises(InvalidMove) as refused:
        ENGINE.codec.load_move("setup:KRBG/SNLX")
    assert str(refused.value) == "not a set-up"


# Nonsense never breaks a reader

SAMPLES = [ENGINE.codec.write(here) for here in quiet_match(b"texts", 60)]
MOVES = ["b3b4", "d1c3!", "P*c4", "doubt", "accept", f"setup:{SETUPS[0]}"]
anything = st.text(max_size=60) | st.text("abcd1234567KRBGSNLPkp/ -01\n\0９²:*!", max_size=60)


@st.composite
def spoiled(draw: Callable[..., Any], whole: str) -> str:
    """*whole* with a piece cut out and something put in."""
    start = draw(st.integers(0, len(whole)))
    end = draw(st.integers(start, min(len(whole), start + 3)))
    return whole[:start] + draw(st.text(max_size=2) | st.sampled_from("KPkp123/-*!")) + whole[end:]


@given(anything | st.sampled_from(MOVES).flatmap(spoiled))
@settings(max_examples=200, deadline=None)
def test_any_move_text(text: str) -> None:
    try:
        move = ENGINE.codec.load_move(text)
    except InvalidMove:
        return
    assert ENGINE.codec.dump_move(move) == text


@given(anything | st.sampled_from(SAMPLES).flatmap(spoiled))
@settings(max_examples=200, deadline=None)
def test_any_position_text(text: str) -> None:
    try:
        here = ENGINE.codec.read(text)
    except ValueError:
        return
    assert ENGINE.codec.write(here) == text
