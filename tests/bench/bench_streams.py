"""What idle streams cost, and how long a nudge takes to all: `python -m tests.bench streams`.

A thousand streams of one match (JINYA_BENCH_STREAMS), five for each token, wait in one web process.
Printed is the private memory of that process for each of them, and, once South's program has moved,
after how long the last of them has heard that there is something new, and what it is.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from asyncio import StreamReader, StreamWriter
from pathlib import Path
from typing import Any

from tests.bench.bench_watching import _private
from tests.bench.tables import print_heading, print_row
from tests.running.houses import Servers, inside, servers
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

STREAMS = int(os.environ.get("JINYA_BENCH_STREAMS", "1000"))
OF_TOKEN = 5
AT_ONCE = 20
"""How many knock at the same time."""
REST = 6.0
"""Seconds of idleness before the memory is read."""
COLUMNS = {"streams": 14, "MiB": 8, "KiB each": 10}
PROXIED = "Host: 127.0.0.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 198.51.100.7\r\n"


def main() -> None:
    """Print the table."""
    end_in_good_order()
    missing = servers_missing()
    if missing:
        print(f"left out, for it takes PostgreSQL and Redis: {missing}")
        return
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder)) as house:
        house.start()
        asked = {"matches": 1, "tokens": -(-STREAMS // OF_TOKEN)}
        [table] = inside(house, "tests.running.planting", asked)
        asyncio.run(_measure(house, table))


async def _measure(house: Servers, table: dict[str, Any]) -> None:
    pid, port, [uid] = house.webs[0].pid, house.doors[0].port, table["matches"]
    tokens = [token for token in table["tokens"] for _stream in range(OF_TOKEN)][:STREAMS]
    room = asyncio.Semaphore(AT_ONCE)

    async def listen(token: str) -> tuple[StreamReader, StreamWriter]:
        async with room:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(_request("GET", f"/matches/{uid}/stream", token))
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in head.partition(b"\r\n")[0], head
            await _received(reader, b'"uid"')
            return reader, writer

    warm = [await listen(token) for token in tokens[:OF_TOKEN]]
    await asyncio.sleep(REST)
    before = _private(pid)
    print_heading(COLUMNS)
    print_row(COLUMNS, [str(len(warm)), f"{before:.1f}", ""])
    more = await asyncio.gather(*map(listen, tokens[OF_TOKEN:]))
    await asyncio.sleep(REST)
    after = _private(pid)
    each = (after - before) * 1024 / max(len(more), 1)
    print_row(COLUMNS, [str(len(tokens)), f"{after:.1f}", f"{each:.1f}"])
    began = time.monotonic()
    waits = [asyncio.ensure_future(_times(reader, began)) for reader, _writer in (*warm, *more)]
    await _move(port, uid, table["token"])
    moved = time.monotonic() - began
    nudged, answered = zip(*await asyncio.gather(*waits), strict=True)
    print(f"the move was answered after {moved:.2f} s")
    for name, seconds in (("nudged", sorted(nudged)), ("answered", sorted(answered))):
        print(
            f"{name}: half after {seconds[len(seconds) // 2]:.2f} s, all after {seconds[-1]:.2f} s"
        )
    for _reader, writer in (*warm, *more):
        writer.close()


async def _times(reader: StreamReader, began: float) -> tuple[float, float]:
    """After how many seconds there was word, and the board."""
    await _received(reader, b'{"match"')
    nudged = time.monotonic() - began
    await _received(reader, b'"uid"')
    return nudged, time.monotonic() - began


async def _received(reader: StreamReader, what: bytes) -> None:
    while what not in await reader.readuntil(b"\n\r\n"):
        pass


async def _move(port: int, uid: str, token: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps({"move": "e3e4", "seat_ply": 1}).encode()
    more = (
        "If-Match: 1\r\nIdempotency-Key: key-of-the-bench\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n"
    )
    writer.write(_request("POST", f"/matches/{uid}/moves", token, more) + body)
    status = await reader.readline()
    assert b" 200 " in status, status
    writer.close()


def _request(method: str, path: str, token: str, more: str = "") -> bytes:
    headers = f"Authorization: Bearer {token}\r\n{PROXIED}{more}"
    return f"{method} /api/v1{path} HTTP/1.1\r\n{headers}\r\n".encode()


if __name__ == "__main__":
    main()
