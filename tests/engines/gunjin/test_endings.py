"""How a match ends, in the order of the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.outcome import Outcome, Termination
from engines.gunjin.engine import ENGINE
from tests.engines.gunjin.boards import (
    NOBODY,
    NORTH,
    SOUTH,
    after,
    moves,
    played,
    position,
    shown,
    started,
)


def ended(*args: Any) -> Outcome | None:
    return after(*args).outcome


def win(termination: Termination, seat: int) -> Outcome:
    return Outcome(termination, frozenset({SOUTH, NORTH} - {NORTH if seat == 0 else SOUTH}))


# 6.1 Occupation


@pytest.mark.parametrize("officer", "GLMCKJ")
def test_a_high_officer_wins_by_walking_in(officer: str) -> None:
    text = f"6a/3{officer}4/8/8/8/7 0"
    assert ended(text, "d5d6") == win(Termination.OCCUPATION, 0)
    north = f"7/8/8/8/4{officer.lower()}3/A6 1"
    assert ended(north, "e2d1") == win(Termination.OCCUPATION, 1)


@pytest.mark.parametrize("other", "ABDPTHES")
def test_others_win_nothing_there(other: str) -> None:
    assert ended(f"6a/3{other}4/8/8/8/7 0", "d5d6") is None


@pytest.mark.parametrize("way", ["c6d6", "f6d6", "d5d6", "e5d6"])
def test_every_door_counts(way: str) -> None:
    squares = {"c6": "2M3a/8", "f6": "4M1a/8", "d5": "6a/3M4", "e5": "6a/4M3"}
    assert ended(f"{squares[way[:2]]}/8/8/8/7 0", way) == win(Termination.OCCUPATION, 0)


def test_winning_the_battle_there_wins() -> None:
    assert ended("3a2a/3M4/8/8/8/7 0", "d5d6") == win(Termination.OCCUPATION, 0)


def test_falling_together_there_does_not() -> None:
    assert ended("3m2a/3M4/8/8/8/D6 0", "d5d6") is None
    assert ended("3c2a/3C4/8/8/8/D6 0", "d5d6") is None


def test_occupation_comes_first() -> None:
    """It would also have been the end of the other side's last piece."""
    assert ended("3a3/3M4/8/8/8/7 0", "d5d6") == win(Termination.OCCUPATION, 0)


def test_an_officer_in_its_own_headquarters_wins_nothing() -> None:
    assert ended("6a/8/8/8/3G4/7 0", "d2d1") is None


def test_the_door_can_be_barred() -> None:
    """By an own piece, which is in the way, and by a mine, which takes the officer with it."""
    assert "d5d6" not in moves("3A2a/3M4/8/8/8/7 0")
    assert ended("3x2a/3M4/8/8/8/D6 0", "d5d6") is None


def test_a_captain_inside_may_leave_and_an_officer_come_in() -> None:
    text = "6a/3AM3/8/8/8/7 0"
    here = after(text, "d5d6", "h6h5", "d6c6", "h5h6")
    assert here.outcome is None
    assert ended(here, "e5d6") == win(Termination.OCCUPATION, 0)


# 6.2 Nothing left that can move


def test_the_last_movable_piece_falls() -> None:
    assert ended("7/1b3xf1/1A6/8/8/7 0", "b4b5") == win(Termination.ELIMINATION, 0)


def test_the_attacker_may_be_the_last_one() -> None:
    assert ended("7/1c6/1A6/8/6X1/7 0", "b4b5") == win(Termination.ELIMINATION, 1)


def test_the_last_pieces_fall_together() -> None:
    assert ended("7/1j6/1J6/8/2X5/3F3 0", "b4b5") == Outcome(Termination.ELIMINATION, NOBODY)


def test_mines_and_flags_do_not_keep_a_side_alive() -> None:
    assert ended("xxf4/1b6/1A6/8/8/7 0", "b4b5") == win(Termination.ELIMINATION, 0)


def test_one_movable_piece_does() -> None:
    assert ended("6d/1b6/1A6/8/8/7 0", "b4b5") is None


# 6.3 No move open


def test_a_side_that_cannot_move_loses() -> None:
    assert ended("5xd/7x/8/8/8/J6 0", "a1a2") == win(Termination.STALEMATE, 0)


def test_a_plane_is_not_walled_in() -> None:
    assert ended("5xp/7x/8/8/8/J6 0", "a1a2") is None


def test_a_plane_whose_file_is_full_is() -> None:
    assert ended("3p3/2x1f3/8/8/8/J6 0", "a1a2") is None
    text = "2x1s2/2axpf2/8/8/8/J6 0"
    assert ended(text, "a1a2") is None


def test_neither_side_can_move() -> None:
    """Both are walled in by their own mines once the two captains have fallen."""
    text = "5xd/7x/1a6/1A6/X7/DF5 0"
    assert ended(text, "b3b4") == Outcome(Termination.STALEMATE, NOBODY)


def test_only_the_side_to_move_is_asked() -> None:
    assert ended("5xd/8/8/8/XF6/D6 1", "h6h5") is None


# 6.4 Draws


def test_the_third_time() -> None:
    text = "6a/8/8/8/8/A6 0"
    cycle = ("a1a2", "h6h5", "a2a1", "h5h6")
    assert ended(text, *cycle) is None
    assert ended(text, *cycle, *cycle[:3]) is None
    assert ended(text, *cycle, *cycle) == Outcome(Termination.REPETITION, NOBODY)


def test_kinds_do_not_matter_to_a_repetition() -> None:
    """Two pieces that have changed places look the same to the public."""
    text = "6a/8/8/8/8/AB5 0"
    round_trip = ("a1a2", "h6h5", "b1a1", "h5h6", "a2b2", "h6h5", "b2b1", "h5h6")
    once = after(text, *round_trip)
    assert once.board != position(text).board
    assert once.repetitions == 2
    again = after(once, *round_trip)
    assert again.outcome == Outcome(Termination.REPETITION, NOBODY)


def test_the_side_to_move_matters_to_a_repetition() -> None:
    text = "5a1/8/8/8/8/A6 0"
    here = after(text, "a1a2", "g6h6", "a2b2", "h6h5", "b2b1", "h5h6", "b1a1", "h6g6")
    assert here.repetitions == 2
    here = after(text, "a1b1", "g6h6", "b1b2", "h6h5", "b2a2", "h5g5", "a2a1")
    assert here.repetitions == 1


def test_a_battle_starts_the_count_again() -> None:
    text = "a5a/8/1x6/1D6/8/A6 0"
    cycle = ("a1a2", "h6h5", "a2a1", "h5h6")
    here = after(text, *cycle, "b3b4", "h6h5")
    assert here.quiet == 1
    assert len(here.placements) == 2
    again = ("a1a2", "h5h6", "a2a1", "h6h5")
    assert after(here, *again, *again[:2]).outcome is None
    assert ended(here, *again, *again[:3]) == Outcome(Termination.REPETITION, NOBODY)


def test_two_hundred_quiet_plies() -> None:
    """Two rounds of ten and fourteen squares: together nothing occurs more than twice."""
    here = position("6a/8/8/8/8/A6 0")
    souths = _round("a1 b1 c1 c2 d2 d3 c3 b3 a3 a2")
    norths = _round("h6 g6 f6 f5 e5 d5 c5 c4 d4 e4 f4 g4 h4 h5")
    for number in range(100):
        assert here.outcome is None
        here = after(here, souths[number], norths[number])
    assert here.quiet == 200
    assert here.outcome == Outcome(Termination.NO_PROGRESS, NOBODY)


def test_a_battle_as_the_last_of_two_hundred_goes_on() -> None:
    here = position("6a/8/1x6/1D6/1D6/A6 0")
    souths = _round("a1 a2 a3 a2")
    assert here.outcome is None
    norths = _round("h6 g6 f6 f5 e5 d5 c5 c4 d4 e4 f4 g4 h4 h5")
    for number in range(20):
        here = after(here, souths[number], norths[number])
    assert here.quiet == 40
    assert after(here, "b3b4").quiet == 0


def _round(squares: str) -> list[str]:
    """Two hundred steps round and round."""
    stops = squares.split()
    return [stops[i % len(stops)] + stops[(i + 1) % len(stops)] for i in range(200)]


# Concessions


def test_who_concedes_loses_also_during_set_up() -> None:
    for here in (ENGINE.start(Terms(), Dice(b"", "0")).position, started()):
        for seat in (SOUTH, NORTH):
            after_it = ENGINE.concede(here, frozenset({seat})).position
            assert after_it.outcome == win(Termination.CONCESSION, 1 - seat)
            assert ENGINE.to_act(after_it) == frozenset()
        both = ENGINE.concede(here, frozenset({SOUTH, NORTH})).position
        assert both.outcome == Outcome(Termination.CONCESSION, NOBODY)
        with pytest.raises(ValueError, match="over"):
            ENGINE.concede(both, frozenset({SOUTH}))
        for seats in (NOBODY, frozenset({2})):
            with pytest.raises(ValueError, match="seats"):
                ENGINE.concede(here, seats)  # type: ignore[arg-type]


def test_after_the_end_nobody_moves() -> None:
    here = after("6a/3G4/8/8/8/7 0", "d5d6")
    assert moves(here) == set()
    assert shown(here)["to_act"] == []


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_random_matches_end(seed: bytes) -> None:
    last = played(seed)[-1]
    assert last.outcome is not None
    assert len(last.record) < 46 * 200


# A text is judged for want of a move only: the rules look after moves.


def test_a_text_with_one_army_is_a_position_to_look_at() -> None:
    assert position("7/8/1x6/1T6/8/7 0").outcome is None
    assert position("3G3/8/8/8/8/7 0").outcome is None


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("7/8/8/8/8/7 0", Outcome(Termination.ELIMINATION, NOBODY)),
        ("6a/8/8/8/8/7 0", win(Termination.ELIMINATION, 1)),
        ("6a/8/8/8/XF6/D6 0".replace("XF6", "X7"), None),
        ("6a/8/8/8/X7/DF5 0", win(Termination.STALEMATE, 1)),
        ("5xd/7x/8/8/X7/DF5 0", Outcome(Termination.STALEMATE, NOBODY)),
    ],
)
def test_a_text_without_a_move_is_over(text: str, outcome: Outcome | None) -> None:
    assert position(text).outcome == outcome
