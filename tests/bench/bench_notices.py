"""Notices due at once: how fast one worker drains them, and what turns beside it feel of that.

In the house on SQLite; mails are put down as files, so a mail server's own time is not in it.
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
from tests.running.houses import Embedded, embedded
from tests.running.processes import run
from tests.running.signals import end_in_good_order

NOTICES = int(os.environ.get("NOTICES", "10000"))
COLUMNS = {"notices due at once": 24, "drained": 8, "seconds": 8, "a second": 9,
           "turn p50": 9, "p95": 7, "idle p50": 9, "p95 ": 7}  # fmt: skip
COMMAND = [PYTHON, "-m", "tests.bench.draining"]


def main() -> None:
    """Print the table."""
    end_in_good_order()
    print_heading(COLUMNS)
    for each in (1, 5):
        with tempfile.TemporaryDirectory() as folder, embedded(Path(folder)) as house:
            _measure(house, each)


def _measure(house: Embedded, each: int) -> None:
    _ask(house, "plant", {"readers": NOTICES // each, "each": each})
    seconds = max(3.0, NOTICES / 400)
    idle = _ask(house, "turns", {"seconds": seconds, "name": "idle"})
    worker = subprocess.Popen(
        [*COMMAND, "drain"], cwd=ROOT, env=house.env, text=True,
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
    figures = [drained["deliveries"], drained["seconds"], rate]
    figures += [beside["p50"], beside["p95"], idle["p50"], idle["p95"]]
    print_row(COLUMNS, [f"{each} a reader", *(f"{figure:.0f}" for figure in figures)])


def _ask(house: Embedded, part: str, question: Any) -> Any:
    return json.loads(run([*COMMAND, part], house.env, json.dumps(question)))


if __name__ == "__main__":
    main()
