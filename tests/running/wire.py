"""HTTP as a browser speaks it, small enough not to be what is measured."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

LINE = b"\r\n"


class Broken(ConnectionError):
    """The connection ended before the answer did: nobody knows whether the request counted."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its status, its headers by lower-case name, its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Wire:
    """One connection, kept open between requests and opened again when it broke.

    It takes one request at a time: who asks while another waits is heard after that answer.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._lock = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Reply:
        """The answer to one request; Broken, or OSError if nobody listens."""
        async with self._lock:
            return await self._ask(_request(method, path, headers, body))

    async def _ask(self, request: bytes) -> Reply:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        try:
            writer.write(request)
            await writer.drain()
            return await _reply(reader)
        except (OSError, asyncio.IncompleteReadError) as error:
            await self.close()
            raise Broken(str(error)) from error
        except asyncio.CancelledError:  # a late answer must not be taken for the next one's
            await self.close()
            raise

    async def close(self) -> None:
        """Hang up; the next request opens the connection again."""
        if self._streams is not None:
            (_reader, writer), self._streams = self._streams, None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


def _request(method: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + LINE + LINE + body


async def _reply(reader: asyncio.StreamReader) -> Reply:
    head = (await reader.readuntil(LINE + LINE)).decode("latin-1").split("\r\n")
    status = int(head[0].split()[1])
    fields = (line.partition(":") for line in head[1:] if line)
    headers = {name.lower(): value.strip() for name, _colon, value in fields}
    return Reply(status, headers, await _body(reader, status, headers))


async def _body(reader: asyncio.StreamReader, status: int, headers: Mapping[str, str]) -> bytes:
    if status == 204:
        return b""
    if "chunked" not in headers.get("transfer-encoding", ""):
        return await reader.readexactly(int(headers.get("content-length", "0")))
    body = b""
    while size := int(await reader.readuntil(LINE), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return body
