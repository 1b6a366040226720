"""How places follow from steps."""

from __future__ import annotations

from random import Random

import pytest

from games.ladders.climbing import Cause, Step, after, bottom_third, order_after

NINE = tuple(range(9))


@pytest.mark.parametrize(
    ("step", "order"),
    [
        (Step(Cause.JOINED, 9), (*NINE, 9)),
        (Step(Cause.JOINED, 4), NINE),
        (Step(Cause.WON, 5, 2), (0, 1, 5, 2, 3, 4, 6, 7, 8)),
        (Step(Cause.GIVEN, 8, 0), (8, 0, 1, 2, 3, 4, 5, 6, 7)),
        (Step(Cause.WON, 2, 5), NINE),  # who stands above has nothing to win
        (Step(Cause.WON, 5, 77), NINE),
        (Step(Cause.WON, 77, 5), NINE),
        (Step(Cause.LATE, 1), (0, 2, 3, 4, 5, 6, 1, 7, 8)),
        (Step(Cause.LATE, 7), NINE),  # in the bottom third already
        (Step(Cause.LEFT, 0), NINE[1:]),
        (Step(Cause.LEFT, 77), NINE),
    ],
)
def test_one_step(step: Step, order: tuple[int, ...]) -> None:
    assert after(NINE, step) == order


@pytest.mark.parametrize(("size", "first"), [(1, 0), (2, 1), (3, 2), (9, 6), (10, 7), (200, 134)])
def test_the_bottom_third(size: int, first: int) -> None:
    assert bottom_third(size) == first


def test_ten_thousand_random_steps_double_and_lose_no_place() -> None:
    dice, steps = Random(35), []
    there: set[int] = set()
    order: tuple[int, ...] = ()
    for _number in range(10_000):
        cause = dice.choices(list(Cause), weights=[6, 20, 5, 3, 1])[0]
        who, other = dice.randrange(60), dice.randrange(60)
        step = Step(cause, who, other)
        before, order = order, after(order, step)
        steps.append(step)
        there |= {who} if cause == Cause.JOINED else set()
        there -= {who} if cause == Cause.LEFT else set()
        assert len(order) == len(set(order))
        assert set(order) == there
        if cause in (Cause.WON, Cause.GIVEN) and {who, other} <= there and who != other:
            above = min(before.index(who), before.index(other))
            assert order[:above] == before[:above]
            assert order.index(who) <= order.index(other)
    assert order_after(steps) == order
