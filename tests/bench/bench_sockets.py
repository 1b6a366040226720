"""Many open boards over several web processes: `python -m tests.bench sockets`. Never judges.

Both players of each match look at it, by web processes that are not the same, on PostgreSQL and
Redis. For a while so many turns a second are made, each in another match, as if people came by
themselves: a slow house does not slow them down. Printed is how long after a move was sent it was
answered, and the other side's socket had word of it; whoever has none within PATIENCE has lost it.
And the share of a processor that everybody takes, at rest and while turns are made: who comes
first to the end of what there is, gives way first.

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
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.bench.bench_start import processor_time
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
REST = 10.0
"""Seconds at which nobody does anything, before the first turn."""
SHARES = {"percent of a processor": 26, "at rest": 8, "turns": 8}
LONG = 300.0
"""Seconds after which a door that was knocked at does not open any more."""
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
        rest = await _shares(house, asyncio.sleep(REST))
        print(f"{2 * len(boards)} sockets over {WEBS} web processes, opened in {opened:.0f} s")
        print(f"load {os.getloadavg()[0]:.1f} before, ", end="")
        moved = boards[:: max(len(boards) // (TURNS * SECONDS), 1)][: TURNS * SECONDS]
        turns = asyncio.gather(
            *(_turn(board, number / TURNS) for number, board in enumerate(moved))
        )
        busy = await _shares(house, turns)
        times = turns.result()
        print(f"{os.getloadavg()[0]:.1f} after; {len(moved)} turns, {TURNS} a second")
        answered, heard = zip(*times, strict=True)
        print_heading(COLUMNS)
        _print("move answered", [one for one in answered if one is not None])
        _print("the other side has word", [one for one in heard if one is not None])
        print(f"refused: {answered.count(None)}; word lost: {heard.count(None)}")
        print_heading(SHARES)
        for who in rest:
            print_row(SHARES, [who, f"{rest[who]:.0f}", f"{busy[who]:.0f}"])
        memory = ", ".join(f"{_private(web.pid):.0f}" for web in house.webs)
        print(f"private memory of the web processes, MiB: {memory}")


async def _shares(house: Servers, meanwhile: Awaitable[Any]) -> dict[str, float]:
    """Of a hundred of one processor, what each takes *meanwhile*."""
    began, before = time.monotonic(), _used(house)
    await meanwhile
    after, took = _used(house), time.monotonic() - began
    return {who: 100 * (after[who] - before[who]) / took for who in before}


def _used(house: Servers) -> dict[str, float]:
    """Seconds of processor time, by who has used them."""
    connected = house.rows("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
    others = [one for one in (house.worker, house.beat) if one is not None]
    aside = [pid for one in others for pid in (one.pid, *one.children())]
    own = time.process_time()
    return {
        **{f"web process {n}": processor_time(web.pid) for n, web in enumerate(house.webs, 1)},
        "PostgreSQL": sum(map(_time_of, (pid for (pid,) in connected))),
        "workers, beat": sum(map(_time_of, aside)),
        "all the browsers": own,
    }


def _time_of(pid: int) -> float:
    try:
        return processor_time(pid)
    except OSError:
        return 0.0


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
            knock = person.listen(f"/ws/matches/{uid}/")
            knock.open_timeout = LONG
            socket = await knock
            stack.callback(socket.transport.abort)  # to say goodbye to all would take minutes
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
