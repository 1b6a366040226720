"""Positions and moves as text: what is read, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import InvalidMove
from engines.gunjin.engine import ENGINE
from engines.gunjin.squares import SQUARE_NAMES
from tests.engines.gunjin_boards import SETUPS, played, position, started

PAGE = "7/8/1x6/1T6/8/7 0"
FULL = ENGINE.codec.write(started())


def test_the_example_of_the_rules_page() -> None:
    here = position(PAGE)
    assert ENGINE.codec.write(here) == PAGE
    assert here.to_move == 0
    assert {SQUARE_NAMES[sq]: code for sq, code in enumerate(here.board) if code} == {
        "b3": 11,
        "b4": 31,
    }


def test_set_up_has_no_side_to_move() -> None:
    for text in ("7/8/8/8/8/7 -", f"7/8/8/{FULL.split('/', 3)[3][:-2]} -"):
        here = position(text)
        assert here.first is None
        assert ENGINE.codec.write(here) == text
        assert len(ENGINE.to_act(here)) == 2 - (len(text) > 20)


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
        PAGE.replace(" 0", " S"),
        PAGE.replace(" 0", " ٠"),
        PAGE.replace(" 0", " -"),
        FULL.replace(" 0", " -"),
        "7/8/8/8/8/6G -",
        PAGE.replace("7/", "8/", 1),
        PAGE.replace("/7", "/8"),
        PAGE.replace("/8/7", "/7/7"),
        PAGE.replace("/8/7", "/8/8/7"),
        PAGE.replace("/8/7", "/7"),
        PAGE.replace("/8/7", "/44/7"),
        PAGE.replace("/8/7", "/9/7"),
        PAGE.replace("/8/7", "/08/7"),
        PAGE.replace("/8/7", "/0/7"),
        PAGE.replace("/8/7", "/８/7"),
        PAGE.replace("/8/7", "/²6/7"),
        PAGE.replace("/8/7", "/......../7"),
        PAGE.replace("/8/7", "//7"),
        PAGE.replace("T", "N"),
        PAGE.replace("T", "?"),
        PAGE.replace("1T6", "1G5G"),
        PAGE.replace("1T6", "TTT5"),
        PAGE.replace("1T6", "1x6"),
        PAGE.replace("1T6", "1f6"),
        PAGE.replace("1x6", "1X6"),
        PAGE.replace("1x6", "1F6"),
        PAGE.replace("7/8/1x6", "2x4/8/xx6"),
    ],
)
def test_other_position_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        ENGINE.codec.read(text)


@pytest.mark.parametrize("text", ["a1a2", "h6a1", "b3b4", "d1d6", "c3c3", f"setup:{SETUPS[0]}"])
def test_moves_read_back(text: str) -> None:
    assert ENGINE.codec.dump_move(ENGINE.codec.load_move(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b3",
        "b3b",
        "b3b7",
        "b0b1",
        "i1a1",
        "b3b4b5",
        "b3b4+",
        "B3B4",
        "b3-b4",
        "b3 b4",
        " b3b4",
        "b3b4 ",
        "b3b4\n",
        "\nb3b4",
        "b3b4\x00",
        "b３b４",
        "b٣b٤",
        "ｂ3ｂ4",
        "е2е3",  # Cyrillic
        "e1e2",  # the headquarters is d1
        "e2e1",
        "e5e6",
        "e6d6",
        "setup:",
        f"setup: {SETUPS[0]}",
        f"setup:{SETUPS[0]} ",
        f"setup:{SETUPS[0]}\n",
        f"setup:{SETUPS[0]}A",
        f"setup:{SETUPS[0][:-1]}",
        f"setup:{SETUPS[0].lower()}",
        f"setup:{SETUPS[0].replace('G', 'N')}",
        f"setup:{SETUPS[0].replace('G', '.')}",
        f"setup:{SETUPS[0].replace('G', 'Ｇ')}",
        f"Setup:{SETUPS[0]}",
        f"setup{SETUPS[0]}",
        SETUPS[0],
        "b3b4" * 5000,
        "setup:" + "G" * 5000,
    ],
)
def test_other_move_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        ENGINE.codec.load_move(text)
    assert len(str(refused.value)) < 400


def test_there_are_as_many_steps_as_pairs_of_squares() -> None:
    assert len(SQUARE_NAMES) == len(set(SQUARE_NAMES)) == 46
    texts = [a + b for a in SQUARE_NAMES for b in SQUARE_NAMES]
    assert len({ENGINE.codec.load_move(text) for text in texts}) == 46 * 46


# Nonsense never breaks a reader

SAMPLES = [ENGINE.codec.write(here) for here in played(b"texts", 120)]
MOVES = ["b3b4", "d1e3", f"setup:{SETUPS[0]}", f"setup:{SETUPS[1]}"]
anything = st.text(max_size=90) | st.text(
    "abcdefgh12345678GLMCKJABDPTHESXFxf/ -01\n\0９²:", max_size=90
)


@st.composite
def spoiled(draw: Callable[..., Any], whole: str) -> str:
    """*whole* with a piece cut out and something put in."""
    start = draw(st.integers(0, len(whole)))
    end = draw(st.integers(start, min(len(whole), start + 3)))
    return whole[:start] + draw(st.text(max_size=2) | st.sampled_from("GXFxf123/-")) + whole[end:]


@given(anything | st.sampled_from(MOVES).flatmap(spoiled))
@settings(max_examples=300, deadline=None)
def test_any_move_text(text: str) -> None:
    try:
        move = ENGINE.codec.load_move(text)
    except InvalidMove:
        return
    assert ENGINE.codec.dump_move(move) == text


@given(anything | st.sampled_from(SAMPLES).flatmap(spoiled))
@settings(max_examples=300, deadline=None)
def test_any_position_text(text: str) -> None:
    try:
        here = ENGINE.codec.read(text)
    except ValueError as error:
        assert not isinstance(error, UnicodeError)
        return
    assert ENGINE.codec.write(here) == text


@given(st.permutations("GLMCKJAABBDDPPTTHEESXXF"))
@settings(max_examples=50, deadline=None)
def test_any_permutation_of_the_army_is_a_set_up(letters: list[str]) -> None:
    text = f"setup:{''.join(letters)}"
    assert ENGINE.codec.dump_move(ENGINE.codec.load_move(text)) == text
