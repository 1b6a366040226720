"""A mail server that takes everything and says to whom and what about."""

from __future__ import annotations

import asyncio
import re
from asyncio import StreamReader, StreamWriter

ANSWERS = {b"DATA": b"354 go on\r\n", b"QUIT": b"221 bye\r\n"}


async def take(reader: StreamReader, writer: StreamWriter) -> None:
    """One connection."""
    writer.write(b"220 post\r\n")
    while line := await reader.readline():
        word = line[:4].upper()
        writer.write(ANSWERS.get(word, b"250 well\r\n"))
        if word == b"DATA":
            mail = await reader.readuntil(b"\r\n.\r\n")
            print(*re.findall(rb"(?im)^(?:to|subject): .*", mail), flush=True)
            writer.write(b"250 taken\r\n")
        if word == b"QUIT":
            break
    writer.close()


async def main() -> None:
    """Until it is stopped."""
    await (await asyncio.start_server(take, "", 25)).serve_forever()


asyncio.run(main())
