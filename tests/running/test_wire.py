"""Whoever asks over a wire gets the answer to their own question."""

from __future__ import annotations

import asyncio

import pytest

from tests.running.wire import Wire

pytestmark = pytest.mark.usefixtures("stores")


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer every request with its path, "/first" late."""
    for _request in range(3):
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1]
        await asyncio.sleep(0.05 if path == b"/first" else 0)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(path), path))
    writer.close()


async def asked_at_once() -> list[bytes]:
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    wire = Wire(server.sockets[0].getsockname()[1])
    await wire.ask("GET", "/", {})  # the connection is open from here on
    replies = await asyncio.gather(*(wire.ask("GET", path, {}) for path in ("/first", "/second")))
    await wire.close()
    server.close()
    return [reply.body for reply in replies]


def test_two_who_ask_at_once_are_answered_one_after_the_other() -> None:
    assert asyncio.run(asked_at_once()) == [b"/first", b"/second"]
