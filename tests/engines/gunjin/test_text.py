"""Texts of Gunjin Shogi; what holds for the texts of all games is in `test_texts`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.gunjin.engine import ENGINE
from engines.gunjin.squares import SQUARE_NAMES
from tests.engines.gunjin.boards import position
from tests.engines.gunjin.texts import ENDED, FULL, PAGE


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


def test_there_are_as_many_steps_as_pairs_of_squares() -> None:
    assert len(SQUARE_NAMES) == len(set(SQUARE_NAMES)) == 46
    texts = [a + b for a in SQUARE_NAMES for b in SQUARE_NAMES]
    assert len({ENGINE.codec.load_move(text) for text in texts}) == 46 * 46


@given(st.permutations("GLMCKJAABBDDPPTTHEESXXF"))
@settings(max_examples=50, deadline=None)
def test_any_permutation_of_the_army_is_a_set_up(letters: list[str]) -> None:
    text = f"setup:{''.join(letters)}"
    assert ENGINE.codec.dump_move(ENGINE.codec.load_move(text)) == text


def test_moves_after_the_end_are_refused() -> None:
    with pytest.raises(ValueError, match="open"):
        ENGINE.codec.load_position({**ENDED, "moves": ["d5d6", "h6h5"]}, 1)
    with pytest.raises(ValueError, match="over"):
        ENGINE.codec.load_position({**ENDED, "conceded": [0]}, 1)
