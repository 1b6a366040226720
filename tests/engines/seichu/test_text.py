"""Texts of Seichu Shogi; what holds for the texts of all games is in `test_texts`."""

from __future__ import annotations

from engines.seichu.engine import ENGINE
from engines.seichu.moves import drop_of, step_of
from engines.seichu.squares import SQUARE_NAMES
from tests.engines.seichu.boards import after
from tests.engines.seichu.texts import PAGE, PLACED


def test_the_example_of_the_rules_page() -> None:
    here = ENGINE.codec.read(PAGE)
    assert ENGINE.codec.write(here) == PAGE
    assert here.to_move == 0
    assert {SQUARE_NAMES[sq]: code for sq, code in enumerate(here.board) if code} == {"b3": 8}


def test_set_up_has_no_side_to_move() -> None:
    assert ENGINE.to_act(ENGINE.codec.read(PLACED)) == {0}


def test_an_open_question_is_written_as_the_turn_of_who_answers() -> None:
    asked = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")
    assert ENGINE.codec.write(asked) == "k3/4/4/4/4/1K2/P3 R/- 0"
    kingless = after("k3/4/4/4/4/1r2/1K2 -/- 1", "b2b1")
    assert ENGINE.codec.write(kingless) == "k3/4/4/4/4/4/1r2 -/- 0"


def test_a_drop_does_not_say_in_a_log_what_it_is() -> None:
    assert {repr(drop_of(kind, 5)) for kind in range(2, 9)} == {"<Seichu drop on b2>"}
    assert {repr(step_of(4, 5)) for _ in range(2)} == {"Step(origin=4, target=5, trial=False)"}
