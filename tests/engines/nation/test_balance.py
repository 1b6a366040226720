"""The table in docs/nation-balance.md is of what is shipped, and has the shape that is wanted."""

from __future__ import annotations

import re

import pytest

from engines.nation.library import NEWEST, shipped
from engines.nation.plans import PLANS
from tools.nation_balance import HEADINGS, PAGE, measured, table

CONTENT = shipped(NEWEST)
LINES = PAGE.read_text().splitlines()
ROWS = [
    dict(zip(HEADINGS, line.strip("| ").split(" | "), strict=True))
    for line in LINES[LINES.index(f"| {' | '.join(HEADINGS)} |") + 2 :]
]
LATER = ROWS[3:]


def winning(row: dict[str, str]) -> set[str]:
    return set(re.findall(r"[a-z]+(?= \+)", row["Plans that win"]))


def test_the_table_has_every_stage() -> None:
    stages = CONTENT.stages.values()
    assert [(row["Stage"], int(row["Rounds"]), int(row["Rivals"])) for row in ROWS] == [
        (stage.id, stage.rounds, len(stage.openings) - 1) for stage in stages
    ]


def test_a_row_is_what_is_measured_today() -> None:
    line = table([measured(ROWS[0]["Stage"])]).splitlines()[-1]
    assert line in LINES


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["Stage"])
def test_foresight_wins_and_not_before_the_last_third(row: dict[str, str]) -> None:
    assert row["Ahead"].startswith("+")
    assert 3 * (int(row["Decided in"]) - 1) >= 2 * int(row["Rounds"])


def test_greed_wins_the_tutorials_and_chance_nothing_after_the_fourth_stage() -> None:
    assert all(row["Greedy"].startswith("+") for row in ROWS[:3])
    assert all(row["Random"].startswith("0/") for row in ROWS[4:])


@pytest.mark.parametrize("row", LATER, ids=lambda row: row["Stage"])
def test_at_least_three_plans_win(row: dict[str, str]) -> None:
    assert len(winning(row)) >= 3


def test_no_plan_wins_all_stages() -> None:
    for plan in PLANS:
        assert any(plan.name not in winning(row) for row in ROWS), plan.name
