"""Notices due at once: how fast one worker drains them, and what turns beside it feel of that.

In the site on SQLite, and on PostgreSQL where there is one; mails are put down as files, so a
mail server's own time is not in it.
`NOTICES=500 python -m tests.bench notices` takes fewer than the ten thousand.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.tables import print_heading, print_row
from tests.running import PYTHON, ROOT
from tests.running.houses import Embedded, Servers, embedded, servers
from tests.running.processes import run
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

NOTICES = int(os.environ.get("NOTICES", "10000"))
COLUMNS = {"notices due at once": 24, "drained": 8, "seconds": 8, "a second": 9, "cpu ms": 7,
           "turn p50": 9, "p95": 7, "idle p50": 9, "p95 ": 7}  # fmt: skip
COMMAND = [PYTHON, "-m", "tests.bench.draining"]
NICE = ["nice", "-n", "10"]
"""As `bin/jinya worker mail` is."""


def main() -> None:
    """Print the table."""
    end_in_good_order()
    print_heading(COLUMNS)
    for each in (1, 5):
        with tempfile.TemporaryDirectory() as folder, embedded(Path(folder)) as house:
            _measure(house, f"{each} a reader, SQLite", each)
    if missing := servers_missing():
        print(f"No PostgreSQL and Redis: {missing}")
        return
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder)) as house_on_servers:
        _measure(house_on_servers, "1 a reader, PostgreSQL", 1)


def _measure(house: Embedded | Servers, name: str, each: int) -> None:
    _ask(house, "plant", {"readers": NOTICES // each, "each": each})
    seconds = max(3.0, NOTICES / 400)
    idle = _ask(house, "turns", {"seconds": seconds, "name": "idle"})
    worker = subprocess.Popen(
        [*NICE, *COMMAND, "drain"], cwd=ROOT, env=house.env, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert worker.stdin is not None
    worker.stdin.write("null")
    worker.stdin.close()
    beside = _ask(house, "turns", {"seconds": seconds, "name": "beside"})
    assert worker.stdout is not None
    drained = json.loads(worker.stdout.read())
    worker.wait()
    rate = drained["deliveries"] / drained["seconds"]
    each_ms = 1000 * drained["processor"] / drained["deliveries"]
    figures = [drained["deliveries"], drained["seconds"], rate, each_ms]
    figures += [beside["p50"], beside["p95"], idle["p50"], idle["p95"]]
    print_row(COLUMNS, [name, *(f"{figure:.0f}" for figure in figures)])


def _ask(house: Embedded | Servers, part: str, question: Any) -> Any:
    return json.loads(run([*COMMAND, part], house.env, json.dumps(question)))


if __name__ == "__main__":
    main()
