"""Turns over HTTP in the tree it is run in: `python one_house.py`, answered as JSON lines.

Run by `bench_costs` like `one_turn`, so it uses only what both trees have: their own embedded house
and their own browsers. Each line read is a level, `[matches, matches in a row, seconds]`; each line
written the turns a second and how long the other browser waited for its boards, in milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path.cwd()))  # the tree it is run in


def main() -> None:
    """Answer until nobody asks any more."""
    from tests.bench.bench_turns import Level, _play
    from tests.running.houses import embedded, inside

    with tempfile.TemporaryDirectory() as folder, embedded(Path(folder)) as house:
        house.start()
        for line in sys.stdin:
            level = Level(*json.loads(line))
            asked = {"tables": level.matches, "matches": level.in_a_row}
            tables = inside(house, "tests.running.planting", asked)
            watch = asyncio.run(_play(house, tables, level))
            waits = watch.other_holds
            answer = [len(waits) / watch.seconds, median(waits) * 1000 if waits else None]
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
