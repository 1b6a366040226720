"""`make faults`: the long kill runs, with their figures. Ends with 1 if anything was wrong.

`python -m tests.faults house-rounds` runs one of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults.fail_over import fail_over
from tests.faults.killed_redis import kill_redis
from tests.faults.killing import SLOW_WORKER, WATCHED_HOUSE, kill_the_house, kill_the_worker
from tests.faults.runs import Run
from tests.faults.sending import kill_the_sender
from tests.running.houses import embedded, servers
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

FAIL_OVERS = 20
SENDING_KILLS, SENDING_READERS = 20, 60  # kills amid each channel
REDIS_KILLS = 20
HOUSE_KILLS, WORKER_KILLS, ROUND_KILLS, PLAN_KILLS = 60, 20, 50, 60
ROUND = 8.0  # seconds: by then most of a round has been played
PLANNED = 3.0  # seconds: by then some planned moves have been made at each table


def main() -> int:
    """All runs, those against the worker where there are PostgreSQL and Redis."""
    end_in_good_order()
    asked = sys.argv[1:]
    missing = servers_missing()
    faulty = 0
    if not asked or "sending" in asked:
        with tempfile.TemporaryDirectory() as folder, embedded(Path(folder)) as house:
            sent = kill_the_sender(house, readers=SENDING_READERS, kills=SENDING_KILLS)
        _print("sending", sent.summary(), sent.faults)
        faulty = int(bool(sent.faults))
    if not missing and (not asked or "redis" in asked):
        with tempfile.TemporaryDirectory() as folder:
            killed = kill_redis(Path(folder), kills=REDIS_KILLS, away=10.0)
        _print("redis", killed.summary(), killed.faults)
        faulty = max(faulty, int(bool(killed.faults)))
    for name, (needs_servers, kill) in RUNS.items():
        if asked and name not in asked:
            continue
        if needs_servers and missing:
            print(f"No PostgreSQL and Redis, no run against the worker: {missing}")
            faulty = 1
            continue
        with tempfile.TemporaryDirectory() as folder:
            faulty = max(faulty, _show(name, kill(Path(folder))))
    return faulty


def _house(folder: Path, **load: Any) -> Run:
    with embedded(folder, WATCHED_HOUSE) as house:
        return kill_the_house(house, **load)


def _worker(folder: Path, **load: Any) -> Run:
    with servers(folder, app=SLOW_WORKER) as house:
        return kill_the_worker(house, **load)


RUNS: dict[str, tuple[bool, Callable[[Path], Run]]] = {
    "house": (False, partial(_house, kills=HOUSE_KILLS, tables=8, bots=3)),
    "house-rounds": (False, partial(_house, kills=ROUND_KILLS, stages=2, latest=ROUND)),
    "house-plans": (False, partial(_house, kills=PLAN_KILLS, planned=8, latest=PLANNED)),
    "worker": (True, partial(_worker, kills=WORKER_KILLS, tables=2, bots=12)),
    "worker-rounds": (True, partial(_worker, kills=ROUND_KILLS, stages=6, latest=ROUND)),
    "worker-plans": (True, partial(_worker, kills=PLAN_KILLS, planned=12)),
    "fail-over": (True, partial(fail_over, kills=FAIL_OVERS, tables=2, bots=2)),
}
"""Whether it needs servers, and the run: `kill -9` of the site in one process, and of the worker
of a site on servers; "rounds" are those of a campaign, played by the site, "plans" the answers
that it makes for players; "fail-over" kills PostgreSQL and promotes its standby."""


def _print(name: str, summary: list[tuple[str, str]], faults: list[str]) -> None:
    print(f"== {name}")
    for figure, value in summary:
        print(f"{figure:<34}{value}")
    for fault in faults[:20]:
        print(f"  {fault}")
    print(flush=True)


def _show(name: str, run: Run) -> int:
    """Print the figures; 1 if they are bad."""
    _print(name, run.summary(), run.faults)
    return int(bool(run.faults or run.left_behind or run.audit["owed"]))


if __name__ == "__main__":
    sys.exit(main())
