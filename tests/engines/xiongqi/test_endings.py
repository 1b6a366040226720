"""How a match ends, and in which order that is asked."""

from __future__ import annotations

import pytest

from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.xiongqi.ending import is_force_insufficient, is_material_insufficient
from tests.engines.xiongqi.boards import NORTH, SOUTH, after, moves, position, view
from tests.engines.xiongqi.samples import XIONGQI

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
ROUND_TRIP = ["a1a2", "a8a7", "a2a1", "a7a8"]


def won(termination: Termination, seat: Seat) -> Outcome:
    return Outcome(termination, frozenset({seat}))


def test_checkmate_wins() -> None:
    assert after("g7/8/8/4G3/8/8/1R6/7R S", "h1a1").outcome == won(Termination.CHECKMATE, SOUTH)
    assert after("7r/1r6/8/8/4g3/8/8/G7 N", "h8a8").outcome == won(Termination.CHECKMATE, NORTH)


def test_stalemate_loses() -> None:
    assert after("g7/7R/8/8/8/8/8/7G S", "h7b7").outcome == won(Termination.STALEMATE, SOUTH)
    assert after("7g/8/8/8/8/8/7r/G7 N", "h2b2").outcome == won(Termination.STALEMATE, NORTH)


def test_the_facing_ban_counts_for_no_legal_move() -> None:
    """North's general cannot go to a7 for the chariot, nor to b8 for South's general."""
    here = after("g7/8/7R/8/8/8/8/1G6 S", "h6h7")
    assert here.outcome == won(Termination.STALEMATE, SOUTH)


@pytest.mark.parametrize(
    ("text", "termination"),
    [
        ("g7/8/8/8/8/8/8/RG6 N", Termination.CHECKMATE),
        ("g7/1R6/8/8/8/8/8/7G N", Termination.STALEMATE),
    ],
)
def test_vectors_of_the_rules_page(text: str, termination: Termination) -> None:
    here = position(text)
    assert here.outcome == won(termination, SOUTH)
    assert not XIONGQI.to_act(here)
    assert not moves(here)
    assert view(here).to_move is None


# Colours: a1 is dark, b1 light. Kinds besides the generals, and whether that is a draw.
MATERIAL = {
    "4g3/8/8/8/8/8/8/4G3": True,
    "4g3/8/8/8/8/8/8/A3G3": True,
    "4g3/8/8/8/8/8/8/4G2b": True,
    "4g3/8/8/8/8/8/8/C3G3": True,
    "4g3/8/8/8/8/8/8/h3G3": True,
    "4g3/8/8/8/8/8/8/R3G3": False,
    "4g3/8/8/8/8/8/8/4G2e": False,
    "4g3/8/8/S7/8/8/8/4G3": False,
    "4g3/8/8/8/8/8/8/A1A1G1B1": True,
    "4g3/8/8/8/8/8/1a1b4/A1B1G3": True,
    "4g3/8/8/8/8/8/8/AA2G3": False,
    "4g3/8/8/8/8/8/8/Bb2G3": False,
    "4g3/8/8/8/8/8/a7/A3G3": False,
    "4g3/8/8/8/8/8/8/C1C1G3": False,
    "4g3/8/8/8/8/8/8/C1h1G3": False,
    "4g3/8/8/8/8/8/8/A1C1G3": False,
    "4g3/8/8/8/8/8/8/B1H1G3": False,
}


@pytest.mark.parametrize("field", MATERIAL)
def test_material(field: str) -> None:
    assert is_material_insufficient(position(f"{field} S").board) is MATERIAL[field]


def test_the_capture_that_leaves_too_little_draws() -> None:
    draw = Outcome(Termination.INSUFFICIENT_MATERIAL)
    assert after("8/8/6g1/8/8/8/s7/G7 S", "a1a2").outcome == draw
    assert after("8/8/6g1/8/8/2B5/s7/G7 S", "a1a2").outcome == draw
    assert after("8/8/6g1/8/8/2R5/s7/G7 S", "a1a2").outcome is None


def test_a_promotion_can_leave_too_little() -> None:
    draw = Outcome(Termination.INSUFFICIENT_MATERIAL)
    assert after("8/S7/8/6g1/8/8/8/4G3 S", "a7a8=H").outcome == draw
    assert after("8/S7/8/6g1/8/8/8/4G3 S", "a7a8=E").outcome is None


def test_no_legal_move_goes_before_too_little_material() -> None:
    """The bear takes the last soldier, and North's general, not in check, cannot move."""
    here = after("g7/s7/GB6/8/8/8/8/8 S", "b6a7")
    assert here.outcome == won(Termination.STALEMATE, SOUTH)


def test_draws_are_judged_after_moves_only() -> None:
    here = position("4G3/8/8/8/8/8/8/4g3 S")
    assert here.outcome is None
    assert after(here, "e8e7").outcome == Outcome(Termination.INSUFFICIENT_MATERIAL)


def test_the_third_occurrence_draws_and_the_start_counts() -> None:
    before = after(START, *ROUND_TRIP, *ROUND_TRIP[:-1])
    assert before.outcome is None
    drawn = after(before, ROUND_TRIP[-1])
    assert drawn.outcome == Outcome(Termination.REPETITION)
    assert view(drawn).repetitions == 3
    assert not XIONGQI.to_act(drawn)


def test_occurrences_need_not_follow_each_other() -> None:
    here = after(START, *ROUND_TRIP, *["h1h2", "h8h7", "h2h1"])
    assert here.outcome is None
    assert after(here, "h7h8").outcome == Outcome(Termination.REPETITION)


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    here = after("4g2r/8/8/8/8/8/8/R2G4 S", *["a1a2", "h8h7", "a2a3", "h7h8", "a3a1"])
    assert here.board == position("4g2r/8/8/8/8/8/8/R2G4 N").board
    assert here.repetitions == 1


def test_an_irreversible_detour_starts_counting_anew() -> None:
    here = after(START, *ROUND_TRIP, "a3a4", "a6a5", *ROUND_TRIP)
    assert here.repetitions == 2
    assert here.outcome is None


@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_who_concedes_loses(seat: Seat) -> None:
    here = XIONGQI.concede(position(START), frozenset({seat})).position
    assert here.outcome == won(Termination.CONCESSION, Seat(1 - seat))
    assert not XIONGQI.to_act(here)


def test_both_conceding_is_a_draw() -> None:
    here = XIONGQI.concede(position(START), frozenset({SOUTH, NORTH})).position
    assert here.outcome == Outcome(Termination.CONCESSION)


def test_nobody_concedes_twice_nor_after_the_end() -> None:
    here = XIONGQI.concede(position(START), frozenset({SOUTH})).position
    with pytest.raises(ValueError, match="over"):
        XIONGQI.concede(here, frozenset({NORTH}))


@pytest.mark.parametrize("seats", [set(), {2}, {0, 1, 2}])
def test_only_seats_of_the_game_concede(seats: set[int]) -> None:
    with pytest.raises(ValueError, match="not seats"):
        XIONGQI.concede(position(START), frozenset(map(Seat, seats)))


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("g7/8/8/8/8/8/8/1R5G S", (True, False)),  # North has its general alone
        ("gh6/8/8/8/8/8/8/1R5G S", (True, False)),
        ("ghh5/8/8/8/8/8/8/1R5G S", (False, False)),
        ("gs6/8/8/8/8/8/8/C6G S", (False, True)),
        ("r6g/8/8/8/8/8/8/1R5G S", (False, False)),
    ],
)
def test_whom_the_other_sides_force_cannot_mate(text: str, safe: tuple[bool, bool]) -> None:
    here = position(text)
    assert (
        tuple(is_force_insufficient(here.board, Seat(1 - seat)) for seat in (SOUTH, NORTH)) == safe
    )
