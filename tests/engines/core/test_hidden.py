"""What games that hide kinds share, with three seats: nothing in it counts to two."""

from __future__ import annotations

import pytest

from engines.core.hidden import HomeSquares, PieceCodes, knows_of, seats_to_act, times_seen
from engines.core.outcome import Outcome, Termination
from engines.core.seats import BYSTANDER, Seat, Viewer

CODES = PieceCodes("KP", seats=3)
HOMES = HomeSquares(CODES, ((0, 1), (3, 4), (6, 5)))
NAMES = "abcdefg"
NOTHING = (0,) * 7


def test_codes_number_the_kinds_of_each_seat_and_then_the_hidden() -> None:
    assert [CODES.piece_of(seat, kind) for seat in range(3) for kind in (1, 2)] == [*range(1, 7)]
    assert CODES.hidden == (7, 8, 9)
    assert CODES.seat_of == (-1, 0, 0, 1, 1, 2, 2, 0, 1, 2)
    assert CODES.kind_of == (0, 1, 2, 1, 2, 1, 2, 0, 0, 0)
    assert CODES.is_of[1] == tuple(owner == 1 for owner in CODES.seat_of)
    assert CODES.letters_of([2, 1, 0]) == "PK."


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (Viewer.of(Seat(0)), (1, 2, 8, 8, 9, 9)),
        (Viewer.of(Seat(2)), (7, 7, 8, 8, 5, 6)),
        (BYSTANDER, (7, 7, 8, 8, 9, 9)),
        (Viewer(sees_all=True), (1, 2, 3, 4, 5, 6)),
    ],
)
def test_a_viewer_knows_the_own_kinds(viewer: Viewer, seen: tuple[int, ...]) -> None:
    table = CODES.as_seen(knows_of(viewer, seats=3, is_over=False))
    assert tuple(table[code] for code in range(1, 7)) == seen
    after_the_end = CODES.as_seen(knows_of(viewer, seats=3, is_over=True))
    assert after_the_end[:7] == tuple(range(7))


def test_home_squares_are_filled_seat_by_seat() -> None:
    board = HOMES.with_placed(NOTHING, 2, (1, 2))
    assert board == (0, 0, 0, 0, 0, 6, 5)
    assert HOMES.ready(board) == (False, False, True)
    assert HOMES.kinds_on(board, 2) == (1, 2)
    assert HOMES.kinds_on(board, 0) is None
    assert HOMES.kinds_on((0, 0, 0, 0, 0, 9, 5), 2) is None
    assert HOMES.letters_on(board, 2, NAMES) == {"f": "P", "g": "K"}


def test_those_not_ready_are_to_act_then_the_one_who_is_asked() -> None:
    assert seats_to_act(None, (True, False, False), Seat(0)) == {1, 2}
    assert seats_to_act(None, (True, True, True), Seat(2)) == {2}
    over = Outcome(Termination.REPETITION)
    assert seats_to_act(over, (True, True, False), Seat(2)) == frozenset()


def test_repetitions_count_with_the_same_seat_to_move() -> None:
    assert times_seen((), seats=3) == 0
    assert times_seen("abcacaa", seats=3) == 3
    assert times_seen("abcacaa", seats=2) == 2
