"""What open boards cost: `python -m tests.bench watching`. Prints, never judges.

A thousand matches, each with one signed-in player who looks at the board and does nothing. The
memory is what the web process alone holds (private pages), before they come, while all are there,
and when they have left; a second wave shows what is used again and not lost. All knock at
loopback, from addresses a proxy names.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.bench.tables import print_heading, print_row
from tests.running.houses import Servers, inside, servers
from tests.running.people import Person
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

TABLES, MATCHES = 100, 10
AT_ONCE = 20
"""How many knock at the same time."""
REST = 6.0
"""Seconds of idleness before the memory is read."""
COLUMNS = {"sockets open": 24, "MiB": 8, "more than before": 18}


def main() -> None:
    """Print the table."""
    end_in_good_order()
    missing = servers_missing()
    if missing:
        print(f"left out, for it takes PostgreSQL and Redis: {missing}")
        return
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder)) as house:
        house.start()
        asked = {"copies": TABLES, "matches": MATCHES}
        tables = inside(house, "tests.running.planting", asked)
        print(f"{TABLES * MATCHES} matches, one socket each; private memory of the web process.")
        print_heading(COLUMNS)
        asyncio.run(_watch(house, tables))


async def _watch(house: Servers, tables: list[dict[str, list[str]]]) -> None:
    pid = house.webs[0].pid
    boards = [
        (Person(house.doors[0], table["sessions"][0], f"198.51.100.{number}"), uid)
        for number, table in enumerate(tables)
        for uid in table["matches"]
    ]
    async with _all_open(boards[:MATCHES]):  # what is loaded for the first of them is no part of it
        await asyncio.sleep(REST)
    await asyncio.sleep(REST)
    before = _private(pid)
    print_row(COLUMNS, ["none", f"{before:.1f}", ""])
    for wave in ("first", "second"):
        async with _all_open(boards):
            await asyncio.sleep(REST)
            _print(f"{len(boards)}, {wave} wave", _private(pid), before)
        await asyncio.sleep(REST)
        _print("none again", _private(pid), before)


def _print(name: str, found: float, before: float) -> None:
    print_row(COLUMNS, [name, f"{found:.1f}", f"{found - before:+.1f}"])


@asynccontextmanager
async def _all_open(boards: Sequence[tuple[Person, str]]) -> AsyncIterator[None]:
    """The sockets of *boards*, open for as long as the block lasts."""
    room = asyncio.Semaphore(AT_ONCE)

    async def open_one(person: Person, uid: str) -> None:
        async with room:
            socket = await stack.enter_async_context(person.listen(f"/ws/matches/{uid}/"))
            await socket.recv()  # the version: it has joined

    async with AsyncExitStack() as stack:
        await asyncio.gather(*(open_one(*board) for board in boards))
        yield


def _private(pid: int) -> float:
    """MiB that no other process has."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(map(int, re.findall(r"^Private_\w+:\s+(\d+) kB", rollup, re.MULTILINE))) / 1024


if __name__ == "__main__":
    main()
