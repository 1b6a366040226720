"""Pages beside bots that are all to move: `python -m tests.bench owed`. Prints, never judges.

In two hundred matches the medium bot of Gungi begins. Somebody reads one page after the other,
while bots rest and while they think and play, by turns, as a busy machine slows both alike. In the
house on SQLite, where bots think in a process of low priority beside it, and on PostgreSQL and
Redis, where a worker does. `OWED=50 ROUNDS=1 python -m tests.bench owed` is a short one.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from tests.bench.tables import print_heading, print_row
from tests.running.houses import Embedded, Servers, embedded, inside, servers
from tests.running.people import Person
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

OWED, ROUNDS = int(os.environ.get("OWED", "200")), int(os.environ.get("ROUNDS", "5"))
PAGES_A_ROUND = 120
PATIENCE = 60.0  # seconds
FORGOTTEN = 4.0
"""Seconds until every process has seen that a switch was turned."""
COLUMNS = {"house": 20, "pages": 6, "idle p50": 9, "p95": 7, "owed p50": 9, "p95 ": 7,
           "x p95": 6, "played": 7}  # fmt: skip

House = Embedded | Servers


def main() -> None:
    """Print the table."""
    end_in_good_order()
    print(f"Milliseconds of a page while {OWED} bots rest, and while they think and play.")
    print_heading(COLUMNS)
    with tempfile.TemporaryDirectory() as folder, embedded(Path(folder)) as house:
        _measure("embedded, SQLite", house)
    if missing := servers_missing():
        print(f"PostgreSQL and Redis were left out: {missing}")
        return
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder)) as on_servers:
        _measure("PostgreSQL, Redis", on_servers)


def _measure(name: str, house: House) -> None:
    house.start()
    (table,) = inside(house, "tests.running.planting", {"tables": 1, "matches": 5})
    idle, loaded, played = list[float](), list[float](), 0
    for _round in range(ROUNDS):
        owed = _ask(house, paused=True)
        time.sleep(FORGOTTEN)
        owed = _ask(house, owe=OWED - owed)
        idle += asyncio.run(_read(house, table))
        _ask(house, paused=False)
        _await_first(house, owed)
        loaded += asyncio.run(_read(house, table))
        played += owed - _ask(house)
    figures = [*_figures(idle), *_figures(loaded)]
    ratio = f"{figures[3] / figures[1]:.2f}"
    cells = [f"{one:.0f}" for one in figures]
    print_row(COLUMNS, [name, str(len(idle)), *cells, ratio, str(played)])


def _ask(house: House, **asked: object) -> int:
    return int(inside(house, "tests.bench.owing", asked))


def _await_first(house: House, owed: int) -> None:
    until = time.monotonic() + PATIENCE
    while _ask(house) == owed:
        assert time.monotonic() < until, "no bot has moved"


async def _read(house: House, table: dict[str, list[str]]) -> list[float]:
    """How long each page took, in seconds: the desk, the lobby and boards by turns."""
    person = Person(house.doors[0], table["sessions"][0])
    pages = ["/desk/", "/lobby/", *(f"/matches/{uid}/" for uid in table["matches"])]
    took = []
    for number in range(PAGES_A_ROUND):
        began = time.perf_counter()
        reply = await person.reading.ask("GET", pages[number % len(pages)], person.headers)
        took.append(time.perf_counter() - began)
        assert reply.status == 200, reply.status
    await person.hang_up()
    return took


def _figures(took: list[float]) -> tuple[float, float]:
    """p50 and p95 in milliseconds."""
    cuts = quantiles(took, n=20)
    return 1000 * cuts[9], 1000 * cuts[-1]


if __name__ == "__main__":
    main()
