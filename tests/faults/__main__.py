"""`make faults`: the long kill runs, with their figures. Ends with 1 if anything was wrong."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.faults.killing import SLOW_WORKER, WATCHED_HOUSE, kill_the_house, kill_the_worker
from tests.faults.runs import Run
from tests.running.houses import embedded, servers
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

HOUSE_KILLS, WORKER_KILLS = 60, 20


def main() -> int:
    """Both runs, the second where there are PostgreSQL and Redis."""
    end_in_good_order()
    with tempfile.TemporaryDirectory() as folder, embedded(Path(folder), WATCHED_HOUSE) as house:
        run = kill_the_house(house, kills=HOUSE_KILLS, tables=8, bots=3)
    faulty = _show("kill -9 of the house in one process", run)
    missing = servers_missing()
    if missing:
        print(f"No PostgreSQL and Redis, no run against the worker: {missing}")
        return 1
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder), app=SLOW_WORKER) as there:
        run = kill_the_worker(there, kills=WORKER_KILLS, tables=2, bots=12)
    return max(faulty, _show("kill -9 of the worker, on PostgreSQL and Redis", run))


def _show(name: str, run: Run) -> int:
    """Print the figures; 1 if they are bad."""
    print(f"== {name}")
    for figure, value in run.summary():
        print(f"{figure:<34}{value}")
    for fault in run.faults[:20]:
        print(f"  {fault}")
    print(flush=True)
    return int(bool(run.faults or run.left_behind or run.audit["owed"]))


if __name__ == "__main__":
    sys.exit(main())
