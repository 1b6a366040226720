"""How a match ends, and what does not end it."""

from __future__ import annotations

import pytest

from engines.core.outcome import Outcome, Termination
from tests.engines.gungi.boards import BLACK, WHITE, after, moves, position, view
from tests.engines.gungi.texts import MATING, PLACING, ROUND_TRIP, START, TAKING

WON = frozenset({BLACK})


def test_mate_wins() -> None:
    assert after(MATING, "h2a2").outcome == Outcome(Termination.CHECKMATE, WON)


def test_a_drop_that_can_be_put_between_is_no_mate() -> None:
    here = after("m8/9/1N7/9/9/8d/9/7G1/8M -/d1 0 guide -", "h2a2")
    assert (here.outcome, view(here).check) == (None, True)
    assert moves(here) == {f"d*a{rank}" for rank in (4, 5, 6, 7, 8)}


def test_no_drop_comes_between_beyond_the_front() -> None:
    here = after("m8/9/1N7/9/9/9/9/7G1/8M -/d1 0 guide -", "h2a2")
    assert here.outcome == Outcome(Termination.CHECKMATE, WON)


def test_a_drop_may_mate() -> None:
    text = "m8/9/1N7/9/9/9/9/9/8M G1/- 0 guide -"
    assert "g*a7" in moves(text)
    assert after(text, "g*a7").outcome == Outcome(Termination.CHECKMATE, WON)


def test_nothing_left_to_do_is_a_draw() -> None:
    text = "m8/2N6/9/1N7/9/9/9/9/8M -/{} 0 guide -"
    here = after(text.format("-"), "b6b7")
    assert not view(here).check
    assert here.outcome == Outcome(Termination.STALEMATE)
    assert after(text.format("d1"), "b6b7").outcome is None


def test_the_fourth_occurrence_draws() -> None:
    here = position(START)
    for number in range(1, 4):
        assert (here.repetitions, here.outcome) == (number, None)
        here = after(here, *ROUND_TRIP)
    assert (here.repetitions, here.outcome) == (4, Outcome(Termination.REPETITION))


def test_a_position_with_another_hand_is_another_position() -> None:
    text = "4m4/9/9/9/9/9/D8/9/4M4 D2/- 0 guide -"
    trip = ["a3a4", "e9d9", "a4a3", "d9e9"]
    here = after(text, *trip, *trip)
    assert here.repetitions == 3
    assert after(here, "d*a1", "e9d9", "a1a2", "d9e9").repetitions == 1
    assert after(here, *trip).outcome == Outcome(Termination.REPETITION)


def test_setting_up_is_no_repetition() -> None:
    here = after(PLACING, "m@e1", "m@e9", "d@a1", "done")
    assert (here.repetitions, view(here).ply) == (1, 4)


def test_a_marshal_left_open_in_setting_up_can_be_taken() -> None:
    here = after(PLACING, "m@e1", "m@e9", "g@e3", "done")
    assert here.outcome is None
    assert "e3xe9" in moves(here)
    taken = after(here, "e3xe9")
    assert taken.outcome == Outcome(Termination.KING_CAPTURED, WON)


def test_who_takes_the_marshal_need_not_guard_its_own() -> None:
    text = TAKING.replace("4M4", "r2gM4")
    assert view(text).check
    assert "e2xe9" in moves(text)
    assert "e2e3" not in moves(text)


def test_a_marshal_in_check_when_play_begins_has_to_see_to_it() -> None:
    here = after(PLACING, "m@e1", "m@d9", "d@a1", "g@e7", "d@a2", "done")
    assert view(here).check
    assert {text[:4] for text in moves(here)} >= {"e1d1"}
    assert "a2a3" not in moves(here)


@pytest.mark.parametrize("text", [START, PLACING, MATING])
def test_nothing_is_over_before_it_is(text: str) -> None:
    assert position(text).outcome is None
    assert view(text).to_move in (BLACK, WHITE)
