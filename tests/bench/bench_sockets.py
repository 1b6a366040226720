"""Many open boards over several web processes: `python -m tests.bench sockets`. Never judges.

Both players of each match look at it, by web processes that are not the same, on PostgreSQL and
Redis. For a while so many turns a second are made, each in another match, as if people came by
themselves: a slow house does not slow them down. Printed is how long after a move was sent it was
answered, and the other side's socket had word of it; whoever has none within PATIENCE has lost it.

JINYA_BENCH_SOCKETS, _TURNS (a second), _SECONDS and _WEBS say how much of it; all of it takes ten
thousand open files.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.bench.bench_watching import _private
from tests.bench.tables import print_heading, print_row
from tests.running.houses import Servers, inside, servers
from tests.running.people import Person, new_key, nudged
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

SOCKETS = int(os.environ.get("JINYA_BENCH_SOCKETS", "10000"))
TURNS = int(os.environ.get("JINYA_BENCH_TURNS", "50"))
SECONDS = int(os.environ.get("JINYA_BENCH_SECONDS", "60"))
WEBS = int(os.environ.get("JINYA_BENCH_WEBS", "4"))
MATCHES = 10
"""Between two people."""
AT_ONCE = 20
"""How many knock at the same time."""
PATIENCE = 30.0
"""Seconds after which word of a move is lost."""
COLUMNS = {"": 26, "p50 ms": 8, "p99 ms": 8, "longest": 8}

Socket = tuple[ClientConnection, int]
"""An open socket, and which version it was told of when it joined."""
Board = tuple[Person, Socket, Socket, str]
"""Who moves first in a match, the sockets of both, and the match."""


def main() -> None:
    """Print the table."""
    end_in_good_order()
    missing = servers_missing()
    if missing:
        print(f"left out, for it takes PostgreSQL and Redis: {missing}")
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder), webs=WEBS) as house:
        house.start()
        tables = -(-SOCKETS // (2 * MATCHES))
        planted = inside(house, "tests.running.planting", {"copies": tables, "matches": MATCHES})
        asyncio.run(_measure(house, planted))


async def _measure(house: Servers, tables: Sequence[dict[str, Any]]) -> None:
    began = time.monotonic()
    async with _all_open(house, tables) as boards:
        opened = time.monotonic() - began
        print(f"{2 * len(boards)} sockets over {WEBS} web processes, opened in {opened:.0f} s")
        print(f"load {os.getloadavg()[0]:.1f} before, ", end="")
        moved = boards[:: max(len(boards) // (TURNS * SECONDS), 1)][: TURNS * SECONDS]
        times = await asyncio.gather(
            *(_turn(board, number / TURNS) for number, board in enumerate(moved))
        )
        print(f"{os.getloadavg()[0]:.1f} after; {len(moved)} turns, {TURNS} a second")
        answered, heard = zip(*times, strict=True)
        print_heading(COLUMNS)
        _print("move answered", [one for one in answered if one is not None])
        _print("the other side has word", [one for one in heard if one is not None])
        print(f"refused: {answered.count(None)}; word lost: {heard.count(None)}")
        memory = ", ".join(f"{_private(web.pid):.0f}" for web in house.webs)
        print(f"private memory of the web processes, MiB: {memory}")


async def _turn(board: Board, due: float) -> tuple[float | None, float | None]:
    """Make the first move when it is time; milliseconds until its answer, and until the word."""
    south, _own, other, uid = board
    await asyncio.sleep(due)
    began = time.monotonic()
    word = asyncio.ensure_future(_word(other, began))
    reply = await south.move(uid, "e3e4", 1, new_key())
    took = (time.monotonic() - began) * 1000
    return took if reply.status == 200 else None, await word


async def _word(listening: Socket, began: float) -> float | None:
    socket, version = listening
    try:
        async with asyncio.timeout(PATIENCE):
            await nudged(socket, version + 1)
    except TimeoutError:
        return None
    return (time.monotonic() - began) * 1000


def _print(name: str, found: Sequence[float]) -> None:
    found = sorted(found)
    figures = [found[len(found) // 2], found[int(len(found) * 0.99)], found[-1]]
    print_row(COLUMNS, [name, *(f"{one:.0f}" for one in figures)])


@asynccontextmanager
async def _all_open(
    house: Servers, tables: Sequence[dict[str, Any]]
) -> AsyncIterator[Sequence[Board]]:
    """Both sockets of every match, open for as long as the block lasts."""
    room = asyncio.Semaphore(AT_ONCE)

    async def open_one(person: Person, uid: str) -> Socket:
        async with room:
            socket = await stack.enter_async_context(person.listen(f"/ws/matches/{uid}/"))
            return socket, int(json.loads(await socket.recv())["version"])

    async def open_both(number: int, table: dict[str, Any], uid: str) -> Board:
        south, north = people[number]
        sockets = [await open_one(person, uid) for person in (south, north)]
        return south, sockets[0], sockets[1], uid

    doors = house.doors
    people = [
        [
            Person(doors[(number + side) % WEBS], session, f"198.51.{number // 250}.{number % 250}")
            for side, session in enumerate(table["sessions"])
        ]
        for number, table in enumerate(tables)
    ]
    async with AsyncExitStack() as stack:
        yield await asyncio.gather(
            *(
                open_both(number, table, uid)
                for number, table in enumerate(tables)
                for uid in table["matches"]
            )
        )


if __name__ == "__main__":
    main()
