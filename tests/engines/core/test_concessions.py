"""Seats that drop out, counted and stored."""

from __future__ import annotations

import pytest

from engines.core.concessions import (
    after_concession,
    outcome_of_concession,
    stored_concession,
)
from engines.core.jsontypes import Json
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat


def seats(*numbers: int) -> frozenset[Seat]:
    return frozenset(map(Seat, numbers))


@pytest.mark.parametrize(
    ("count", "conceding", "winners"),
    [(2, {0}, {1}), (2, {0, 1}, set()), (3, {1}, {0, 2}), (3, {0, 2}, {1}), (3, {0, 1, 2}, set())],
)
def test_those_who_stay_win(count: int, conceding: set[int], winners: set[int]) -> None:
    outcome = outcome_of_concession(seats(*conceding), before=None, count=count)
    assert outcome == Outcome(Termination.CONCESSION, seats(*winners))
    stored = stored_concession(outcome, count=count)
    assert stored == sorted(conceding)
    gone = after_concession(seats(), stored, lambda before, more: before | more, count=count)
    assert gone == seats(*conceding)


@pytest.mark.parametrize("conceding", [(), (3,), (0, 3), (-1,)])
def test_others_cannot_concede(conceding: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not seats"):
        outcome_of_concession(seats(*conceding), before=None, count=3)


def test_nobody_concedes_what_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        outcome_of_concession(seats(0), before=Outcome(Termination.REPETITION))


@pytest.mark.parametrize("stored", [[2], [1, 0], [0, 0], [True], ["0"], [None]])
def test_other_stored_concessions_are_refused(stored: list[Json]) -> None:
    with pytest.raises(ValueError, match="not conceding seats"):
        after_concession(seats(), stored, lambda before, more: before | more)
