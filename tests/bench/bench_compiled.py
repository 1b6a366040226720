"""Searches as they are written and compiled, by turns: `python -m tests.bench compiled`.

Processor time of searches of 3,000 nodes in positions of the shipped puzzles; in the hidden games,
which do not count nodes, of moves of the medium bot.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from statistics import median
from typing import Any

from engines import compiled
from tests.bench.tables import print_heading, print_row
from tools import compile_engines

POSITIONS, NODES, ROUNDS = 10, 3_000, 5
COLUMNS = {"a second": 16, "plain": 12, "compiled": 12, "ratio": 6}
SEARCHED = ("gungi", "xiongqi")


def main() -> None:
    """Print the table."""
    if compile_engines.main():
        return
    seconds: dict[tuple[str, str], list[float]] = {}
    for _round in range(ROUNDS):
        for plain in ("1", "0"):
            for game, moves in _moves_played(plain).items():
                seconds.setdefault((game, plain), []).append(moves["seconds"])
    print_heading(COLUMNS)
    for game in (*SEARCHED, "gunjin", "seichu"):
        plain_s, built_s = (median(seconds[game, each]) for each in ("1", "0"))
        done, what = (NODES, "nodes") if game in SEARCHED else (1, "moves")
        rates = [f"{POSITIONS * done / each:,.0f}" for each in (plain_s, built_s)]
        print_row(COLUMNS, [f"{game}, {what}", *rates, f"{plain_s / built_s:.1f}"])


def _moves_played(plain: str) -> dict[str, Any]:
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engines.bots_moves", str(POSITIONS), str(NODES)],
        cwd=compiled.ROOT,
        env={**os.environ, "JINYA_PLAIN_ENGINES": plain},
        capture_output=True,
        text=True,
        check=True,
    )
    reply: dict[str, Any] = json.loads(answer.stdout)
    del reply["files"]
    return reply


if __name__ == "__main__":
    main()
