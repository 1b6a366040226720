"""The site is killed again and again while people and bots play: a short run of `tests.faults`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.faults import CONNECTIONS
from tests.faults.killing import WATCHED_HOUSE, kill_the_house
from tests.faults.runs import Run
from tests.running.houses import embedded

pytestmark = pytest.mark.usefixtures("any_database")

KILLS = 3
SAFE = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL
    "foreign_keys": 1,
    "transaction_mode": "IMMEDIATE",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def run(folder: Path) -> Run:
    with embedded(folder, WATCHED_HOUSE) as house:
        return kill_the_house(house, kills=KILLS, tables=2, bots=2, matches=6)


def test_the_run_was_worth_the_name(run: Run) -> None:
    assert run.kills == KILLS
    assert run.ledger.counted()["ok"] > KILLS, "hardly anything was played"
    assert run.amid, "no kill found a bot thinking"


def test_nothing_confirmed_is_lost_or_doubled(run: Run) -> None:
    assert run.faults == []


def test_every_turn_of_a_bot_is_played_within_a_minute(run: Run) -> None:
    assert run.audit["owed"] == 0
    assert max(run.recoveries) < 60


def test_nobody_outlives_a_killed_house(run: Run) -> None:
    assert run.left_behind == 0


@pytest.mark.parametrize("kind", ["page", "socket", "worker", "migration"])
def test_every_connection_keeps_what_it_confirms(run: Run, folder: Path, kind: str) -> None:
    lines = (folder / CONNECTIONS).read_text().splitlines()
    found = [line for line in map(json.loads, lines) if line.pop("kind") == kind]
    assert found
    assert [line for line in found if line != SAFE] == []
