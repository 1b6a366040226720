"""Turns over HTTP in the tree it is run in: `python one_house.py embedded|servers [bare]`, answered
as JSON lines.

Run by `bench_costs` like `one_turn`, so it uses only what both trees have: their own sites, on
SQLite in one process or on PostgreSQL and Redis, and their own browsers. In a bare one the web is
`bare_site`. It says when it stands. Then each line read is a level, `[matches, matches in a row,
pairs one after the other, seconds]`; each line written the turns a second, how long the other
browser waited for its boards, and the processor time of the web processes a turn, in milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from statistics import median
from typing import Any

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
    from tests.running.houses import inside
    from tests.running.signals import end_in_good_order

    end_in_good_order()
    kind, *others = sys.argv[1:]
    play = _played_bare if others else _played
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        house: Any = running.enter_context(_house(kind, Path(folder), is_bare=bool(others)))
        inside(house, "tests.running.planting", {"tables": 0, "matches": 0})  # a bare one has none
        house.start()
        print(json.dumps("it stands"), flush=True)
        for line in sys.stdin:
            matches, in_a_row, pairs, seconds = json.loads(line)
            asked = {"tables": matches * pairs, "matches": in_a_row}
            tables = inside(house, "tests.running.planting", asked)
            waits = asyncio.run(play(house, tables, matches, seconds))
            print(json.dumps([len(waits) / seconds, *waits.figures]), flush=True)


def _house(kind: str, folder: Path, *, is_bare: bool) -> AbstractContextManager[Any]:
    from tests.running import PYTHON
    from tests.running.houses import embedded, servers

    command = (PYTHON, "-m", "tests.bench.bare_site")
    if kind == "servers":
        return servers(folder, web=command) if is_bare else servers(folder)
    return embedded(folder, command) if is_bare else embedded(folder)


async def _played(house: Any, tables: Any, matches: int, seconds: float) -> Waits:
    from tests.bench.bench_turns import SCRIPTS, _pair, _people
    from tests.bench.browsers import Stopwatch
    from tests.running.scripts import scripts

    written, waits = scripts(SCRIPTS), Waits(house)
    watch = Stopwatch(seconds, WARM_UP, asyncio.Barrier(matches), other_holds=waits)

    async def one_after_the_other(number: int) -> None:
        script = written[number % SCRIPTS]
        for table in tables[number::matches]:
            people = _people(house, table["sessions"])
            await _pair(people, table["matches"], script, watch, 0.0)

    async with asyncio.TaskGroup() as playing:
        for number in range(matches):
            playing.create_task(one_after_the_other(number))
    return waits


async def _played_bare(house: Any, tables: Any, matches: int, seconds: float) -> Waits:
    from tests.running.wire import Wire

    port, waits = house.doors[0].port, Waits(house)
    uids = [table["matches"][0] for table in tables[:matches]]
    first = Wire(port)
    for uid in uids:  # its boards are drawn for the first time
        await first.ask("GET", f"/{uid}/0/", {"Host": "127.0.0.1"})
    await first.close()
    began = time.perf_counter()
    until = began + WARM_UP + seconds

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

    await asyncio.gather(*map(pair, uids))
    return waits


if __name__ == "__main__":
    main()
