"""A season that fails is made smaller while it fails in the same way."""

from __future__ import annotations

from typing import Any

from tests.town.season import Plan, Report
from tests.town.seasons import shrunk


def played(plan: Plan, events: int | None = None, **_rest: Any) -> Report:
    """A season that fails where person 3 has a second visit and person 5 is there, on another
    night in another way without person 1."""
    visits = tuple(
        (who, number)
        for who in range(8)
        for number in range(1, 5)
        if who not in plan.without and (who, number) not in plan.skipped
    )
    report = Report(plan, people=tuple(range(8)), visits=visits, events=10 * len(visits))
    if (3, 2) in visits and 5 not in plan.without:
        report.faults = ["a plan is gone in match abcdefghijkl (2 rows)"]
    elif 1 in plan.without:
        report.faults = ["something else"]
    return report


def test_only_what_it_fails_with_is_left() -> None:
    found = shrunk(played(Plan(7, 8, 4)), 200, played)
    assert sorted(found.plan.without) == [0, 1, 2, 4, 6, 7]
    assert found.visits == ((3, 2),)
    assert "--without" in found.plan.command() and "--skip " in found.plan.command()


def test_it_ends_after_so_many_tries_with_what_still_fails() -> None:
    tried = []

    def counted(plan: Plan, **rest: Any) -> Report:
        tried.append(plan)
        return played(plan, **rest)

    found = shrunk(played(Plan(7, 8, 4)), 5, counted)
    assert len(tried) == 5
    assert found.faults == played(Plan(7, 8, 4)).faults
