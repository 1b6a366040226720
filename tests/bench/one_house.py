"""Turns over HTTP in the tree it is run in: `python one_house.py embedded|servers|bare`, answered
as JSON lines.

Run by `bench_costs` like `one_turn`, so it uses only what both trees have: their own houses, on
SQLite in one process or on PostgreSQL and Redis, and their own browsers. Each line read is a level,
`[matches, matches in a row, seconds]`; each line written the turns a second, how long the other
browser waited for its boards, and the processor time of the web processes a turn, in milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path.cwd()))  # the tree it is run in

WARM_UP = 1.0  # seconds
TICK = 1000 / os.sysconf("SC_CLK_TCK")  # milliseconds


class Waits(list[float]):
    """How long boards were waited for, with the processor time at the first and the last."""

    def __init__(self, house: Any) -> None:
        super().__init__()
        webs = getattr(house, "webs", None) or [house.process]
        self._places = [Path(f"/proc/{web.pid}/stat") for web in webs]
        self._spent: list[float] = []

    def append(self, wait: float) -> None:
        super().append(wait)
        self._spent.append(sum(map(_spent, self._places)))

    @property
    def figures(self) -> list[float]:
        """Milliseconds waited, the median; milliseconds of processor time from one to the next."""
        if len(self) < 2:
            return [0.0, 0.0]
        spent = (self._spent[-1] - self._spent[0]) / (len(self) - 1)
        return [median(self) * 1000, spent]


def _spent(place: Path) -> float:
    """Milliseconds of processor time that a process has had, by the kernel's file on it."""
    fields = place.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


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
            print(json.dumps([len(waits) / seconds, *waits.figures]), flush=True)


async def _played(house: Any, tables: Any, level: list[Any]) -> Waits:
    from tests.bench import bench_turns

    waits = Waits(house)
    with patch.object(bench_turns, "Stopwatch", partial(bench_turns.Stopwatch, other_holds=waits)):
        await bench_turns._play(house, tables, bench_turns.Level(*level))
    return waits


async def _played_bare(house: Any, tables: Any, level: list[Any]) -> Waits:
    from tests.running.wire import Wire

    port, waits = house.doors[0].port, Waits(house)
    first = Wire(port)
    for table in tables:  # its board is drawn for the first time
        await first.ask("GET", f"/{table['matches'][0]}/0/", {"Host": "127.0.0.1"})
    await first.close()
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
