"""Turns over HTTP in the tree it is run in: `python one_house.py embedded|servers|bare`, answered
as JSON lines.

Run by `bench_costs` like `one_turn`, so it uses only what both trees have: their own houses, on
SQLite in one process or on PostgreSQL and Redis, and their own browsers. Each line read is a level,
`[matches, matches in a row, seconds]`; each line written the turns a second and how long the other
browser waited for its boards, in milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path.cwd()))  # the tree it is run in

WARM_UP = 1.0  # seconds


def main() -> None:
    """Answer until nobody asks any more."""
    from tests.running import PYTHON
    from tests.running.houses import embedded, inside, servers
    from tests.running.signals import end_in_good_order

    end_in_good_order()
    kind = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        if kind == "bare":
            command = (PYTHON, "-m", "tests.bench.bare_site")
            house: Any = running.enter_context(embedded(Path(folder), command))
            nothing = {"tables": 0, "matches": 0}
            inside(house, "tests.running.planting", nothing)  # it makes no tables by itself
        else:
            stands = servers if kind == "servers" else embedded
            house = running.enter_context(stands(Path(folder)))
        house.start()
        for line in sys.stdin:
            matches, in_a_row, seconds = json.loads(line)
            asked = {"tables": matches, "matches": in_a_row}
            tables = inside(house, "tests.running.planting", asked)
            play = _played_bare if kind == "bare" else _played
            waits = asyncio.run(play(house, tables, [matches, in_a_row, seconds]))
            answer = [len(waits) / seconds, median(waits) * 1000 if waits else 0.0]
            print(json.dumps(answer), flush=True)


async def _played(house: Any, tables: Any, level: list[Any]) -> list[float]:
    from tests.bench.bench_turns import Level, _play

    watch = await _play(house, tables, Level(*level))
    return list(watch.other_holds)


async def _played_bare(house: Any, tables: Any, level: list[Any]) -> list[float]:
    from tests.running.wire import Wire

    port, waits = house.doors[0].port, list[float]()
    began = time.perf_counter()
    until = began + WARM_UP + level[2]

    async def pair(uid: str) -> None:
        wires, number = [Wire(port), Wire(port)], 10_000
        while (now := time.perf_counter()) < until:
            number += 1
            for wire, method in zip(wires, ("POST", "GET"), strict=True):
                reply = await wire.ask(method, f"/{uid}/{number}/", {"Host": "127.0.0.1"})
                assert reply.status == 200, reply.status
            if now > began + WARM_UP and time.perf_counter() < until:
                waits.append(time.perf_counter() - now)
        for wire in wires:
            await wire.close()

    await asyncio.gather(*(pair(table["matches"][0]) for table in tables))
    return waits


if __name__ == "__main__":
    main()
