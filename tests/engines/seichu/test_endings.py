"""How matches end: king, Trial, repetition, 500 plies, concession; and what comes first."""

from __future__ import annotations

import pytest

from engines.core.errors import IllegalMove
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat
from engines.seichu.ending import PLIES_TO_DRAW
from engines.seichu.engine import ENGINE
from engines.seichu.pieces import KING
from engines.seichu.position import Position
from tests.engines.seichu.boards import NOBODY, after, end, played, position, shown, started
from tests.engines.seichu.restated import SQUARES

SHUFFLE = ("a1a2", "a7a6", "a2a1", "a6a7")


# Trial


def test_a_declared_king_step_onto_the_last_rank_wins_at_once() -> None:
    assert end(after("4/1K2/4/4/4/4/k3 -/- 0", "b6b7!")) == ("trial", {0})
    assert end(after("K3/4/4/4/4/k3/4 -/- 1", "a2b1!")) == ("trial", {1})


def test_even_if_it_could_be_taken_there() -> None:
    assert end(after("r3/1K1g/4/4/4/4/k3 -/- 0", "b6b7!")) == ("trial", {0})


def test_a_trial_may_take_a_piece_even_the_one_that_moved_last_or_the_king() -> None:
    assert end(after("1r2/1K2/4/4/4/4/k3 -/- 0", "b6b7!")) == ("trial", {0})
    assert end(after("2r1/1K2/4/4/4/4/k3 -/- 1", "c7b7", "b6b7!")) == ("trial", {0})
    assert end(after("1k2/1K2/4/4/4/4/4 -/- 0", "b6b7!")) == ("trial", {0})


def test_undeclared_it_is_a_move_like_any_other() -> None:
    here = after("4/1K2/4/4/4/4/k3 -/- 0", "b6b7", "a1a2")
    assert here.outcome is None
    assert shown(here)["pieces"][-1]["kind"] is None
    assert end(after(here, "b7c7!")) == ("trial", {0})


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("4/1G2/4/4/4/4/k3 -/- 0", "b6b7!"),  # no king
        ("4/4/1K2/4/4/4/k3 -/- 0", "b5b7!"),  # no king step
        ("4/1K2/4/4/4/4/k3 -/- 0", "b6d7!"),
        ("4/4/1K2/4/4/4/k3 -/- 0", "b5b6!"),  # not the last rank
        ("4/4/4/4/4/1K2/k3 -/- 0", "b2b1!"),  # the own one
        ("4/4/4/4/4/1k2/K3 -/- 1", "b2b3!"),
    ],
)
def test_other_trials_are_refused(text: str, move: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        after(text, move)
    assert refused.value.code == "no-trial"


# Repetition


def test_the_fourth_occurrence_draws() -> None:
    here = position("k3/4/4/4/4/4/K3 -/- 0")
    for times in range(1, 4):
        assert here.repetitions == times
        assert here.outcome is None
        here = after(here, *SHUFFLE[:3])
        assert here.outcome is None
        here = after(here, SHUFFLE[3])
    assert end(here) == ("repetition", set())


def test_kinds_count_not_blanks() -> None:
    """A gold and a silver change places: the public sees the same, and it is another position."""
    swap = ["b1b2", "a7a6", "c1b1", "a6a7", "b2b3", "a7a6", "b3c1", "a6a7"]
    back = ["c1c2", "a7a6", "b1c1", "a6a7", "c2c3", "a7a6", "c3b1", "a6a7"]
    here = after("k3/4/4/4/4/4/KGS1 -/- 0", *swap, *back, *swap)
    assert here.repetitions == 2
    assert here.outcome is None
    pawns = after("k3/4/4/4/4/4/KPP1 -/- 0", *swap, *back)
    assert pawns.repetitions == 3
    assert end(after(pawns, *swap)) == ("repetition", set())


def test_the_side_to_move_counts() -> None:
    """South loses a move: the same board, and it is North's turn."""
    here = after("k3/4/4/4/4/4/K3 -/- 0", "a1a2", "a7a6", "a2b1", "a6a7", "b1a1")
    assert here.seen[0] == here.seen[-1]
    assert here.repetitions == 1


def test_captures_and_drops_can_come_round() -> None:
    """Pawns are taken and dropped again, and the hands are what they were."""
    turns = ["d1d7", "a7d7", "accept", "P*d1", "d7a7", "a1a2", "P*d7", "a2a1", "a7a6", "a1a2"]
    cycle = [*turns, "a6b7", "a2a1", "b7a7"]
    here = after("k2p/4/4/4/4/4/K2P P/p 0", *cycle, *cycle)
    assert here.repetitions == 3
    assert end(after(here, *cycle)) == ("repetition", set())


# 500 plies


def walked(text: str, plies: int) -> Position:
    """Two kings from a1 and a7 go round on 11 and 13 squares: nothing comes round four times.

    Other pieces may stand on a4, b4, c4 and d3.
    """
    here = position(text)
    rounds = (SQUARES[:11], SQUARES[24:] + SQUARES[15:24])
    for ply in range(plies):
        assert here.outcome is None
        squares, turn = rounds[ply % 2], ply // 2
        origin, target = (squares[number % len(squares)] for number in (turn, turn + 1))
        here = after(here, origin + target)
    return here


def test_five_hundred_plies_draw() -> None:
    here = walked("k3/4/4/4/4/4/K3 -/- 0", PLIES_TO_DRAW)
    assert (end(here), here.plies) == (("no-progress", set()), 500)
    assert len(here.fouls) > 80
    assert ENGINE.codec.load_position(ENGINE.codec.dump_position(here), 1) == here


def test_a_drop_may_be_the_last_of_them() -> None:
    here = walked("k3/4/4/4/4/4/K3 -/p 0", PLIES_TO_DRAW - 1)
    assert end(after(here, "P*d3")) == ("no-progress", set())


def test_a_question_comes_before_the_draw() -> None:
    """The 500th ply takes what moved last: first the answer, then the draw."""
    here = walked("k3/4/4/R1r1/4/4/K3 -/- 0", PLIES_TO_DRAW - 2)
    asked = after(here, "a4b4", "c4b4")
    assert (asked.plies, asked.asked, asked.outcome) == (PLIES_TO_DRAW, "capture", None)
    assert end(after(asked, "accept")) == end(after(asked, "doubt")) == ("no-progress", set())
    assert end(after(here, "a4d3", "c4d3", "doubt")) == ("foul-proven", {1})


def test_the_last_ply_may_still_take_the_king() -> None:
    here = walked("k3/4/4/2r1/4/4/K3 -/- 0", PLIES_TO_DRAW - 1)
    king = SQUARES[here.board.index(KING)]
    assert end(after(here, f"c4{king}", "accept")) == ("king-captured", {1})


def test_answers_are_no_plies() -> None:
    here = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")
    assert here.plies == after(here, "accept").plies == 2
    assert len(after(here, "accept").record) == 3


# Concession


@pytest.mark.parametrize("number", [0, 1, 2, 9])
@pytest.mark.parametrize("seats", [{0}, {1}, {0, 1}])
def test_conceding(number: int, seats: set[int]) -> None:
    here = played(b"concede", number)[-1]
    after_it = ENGINE.concede(here, frozenset(map(Seat, seats))).position
    assert after_it.outcome == Outcome(
        Termination.CONCESSION, frozenset({Seat(0), Seat(1)} - seats)
    )
    assert ENGINE.to_act(after_it) == NOBODY
    with pytest.raises(ValueError, match="over"):
        ENGINE.concede(after_it, frozenset({Seat(0)}))


def test_conceding_while_a_question_is_open() -> None:
    here = after("k3/4/4/4/4/1r2/1K2 -/- 1", "b2b1")
    assert end(ENGINE.concede(here, frozenset({Seat(0)})).position) == ("concession", {1})
    assert end(ENGINE.concede(here, frozenset({Seat(1)})).position) == ("concession", {0})


@pytest.mark.parametrize("seats", [set(), {2}, {0, 2}])
def test_other_seats_cannot_concede(seats: set[int]) -> None:
    with pytest.raises(ValueError, match="seats"):
        ENGINE.concede(started(), frozenset(map(Seat, seats)))
