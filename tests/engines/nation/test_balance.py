"""How hard the stages are is what is wanted, and the table in docs/nation-balance.md says it.

What takes little is measured anew each time; the whole table by night.
"""

from __future__ import annotations

import re

import pytest

from engines.nation.library import NEWEST, shipped
from engines.nation.measuring import MATCHES, played_on, won_by_chance
from engines.nation.plans import PLANS
from engines.nation.policies import greedy_move
from engines.nation.progress import stage_start
from tools.nation_balance import HEADINGS, PAGE, measured, table

CONTENT = shipped(NEWEST)
LINES = PAGE.read_text().splitlines()
ROWS = [
    dict(zip(HEADINGS, line.strip("| ").split(" | "), strict=True))
    for line in LINES[LINES.index(f"| {' | '.join(HEADINGS)} |") + 2 :]
]
FIRST, TUTORIALS, LATER = ROWS[0], ROWS[:3], ROWS[3:]
each = pytest.mark.parametrize("row", ROWS, ids=lambda row: row["Stage"])


def led(text: str) -> int:
    """The lead in a cell, in percent."""
    return int(text.removesuffix(" %"))


def winning(row: dict[str, str]) -> dict[str, int]:
    """The plans that win, with their leads."""
    found = re.findall(r"([a-z]+) \+(\d+)", row["Plans that win"])
    return {name: int(lead) for name, lead in found}


def test_the_table_has_every_stage() -> None:
    stages = CONTENT.stages.values()
    assert [(row["Stage"], int(row["Rounds"]), int(row["Rivals"])) for row in ROWS] == [
        (stage.id, stage.rounds, len(stage.starting) - 1) for stage in stages
    ]


@each
def test_chance_and_greed_do_today_what_the_table_says(row: dict[str, str]) -> None:
    start = stage_start(CONTENT, row["Stage"])
    assert row["Random"] == f"{won_by_chance(start)}/{MATCHES}"
    greedy = played_on(start, greedy_move)
    assert (led(row["Greedy"]) > 0) == greedy.won
    assert greedy.margin in {0, led(row["Greedy"])}


@pytest.mark.parametrize("stage", ["first-harvest", "market-towns"])
def test_the_rows_of_the_stages_of_this_version_are_what_is_measured_today(stage: str) -> None:
    assert table([measured(stage)]).splitlines()[-1] in LINES


@pytest.mark.prove
@each
def test_every_row_is_what_is_measured_today(row: dict[str, str]) -> None:
    assert table([measured(row["Stage"])]).splitlines()[-1] in LINES


def test_chance_wins_the_first_stage_one_time_in_five_to_two_in_five() -> None:
    won = int(FIRST["Random"].partition("/")[0])
    assert MATCHES * 20 // 100 <= won <= MATCHES * 40 // 100


def test_chance_wins_nothing_after_the_fourth_stage() -> None:
    assert {row["Random"] for row in ROWS[4:]} == {f"0/{MATCHES}"}


def test_greed_wins_the_tutorials_and_nothing_else() -> None:
    assert [row["Stage"] for row in ROWS if led(row["Greedy"]) > 0] == [
        row["Stage"] for row in TUTORIALS
    ]


@each
def test_foresight_wins_and_not_before_the_last_third(row: dict[str, str]) -> None:
    assert led(row["Ahead"]) > 0
    assert 3 * (int(row["Decided in"]) - 1) >= 2 * int(row["Rounds"])


@pytest.mark.parametrize("row", LATER, ids=lambda row: row["Stage"])
def test_at_least_three_plans_win(row: dict[str, str]) -> None:
    assert len(winning(row)) >= 3


@pytest.mark.parametrize("plan", [plan.name for plan in PLANS])
def test_no_plan_wins_every_later_stage(plan: str) -> None:
    assert not all(plan in winning(row) for row in LATER)


@each
def test_a_stage_takes_five_to_fifteen_minutes(row: dict[str, str]) -> None:
    assert 5 <= int(row["Minutes"]) <= 15


@each
def test_medals_are_for_rising_leads_and_gold_can_be_won(row: dict[str, str]) -> None:
    bronze, silver, gold = CONTENT.stages[row["Stage"]].medals
    assert 0 < bronze < silver < gold <= max(led(row["Ahead"]), *winning(row).values())
