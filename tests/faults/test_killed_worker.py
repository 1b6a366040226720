"""The worker of a site on servers is killed while bots think: a short run of `tests.faults`.

Only where the suite is told of PostgreSQL and Redis.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults.killing import SLOW_WORKER, kill_the_worker
from tests.running.houses import servers

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("JINYA_TEST_DATABASE_URL"), reason="there is no site on servers here"
    ),
    pytest.mark.usefixtures("stores"),
]

KILLS = 2


def test_every_turn_of_a_bot_is_played_once_and_within_a_minute(tmp_path: Path) -> None:
    with servers(tmp_path, app=SLOW_WORKER) as house:
        run = kill_the_worker(house, kills=KILLS, tables=1, bots=2, matches=4)
    assert run.faults == []
    assert run.left_behind == 0
    assert run.audit["owed"] == 0
    assert run.kills == KILLS
    assert run.amid, "no kill found a bot thinking"
    assert max(run.recoveries) < 60
