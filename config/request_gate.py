"""How many requests a web process works on at once; the others wait their turn outside."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import ThreadSensitiveContext
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

AT_ONCE = 8
"""Every request has a thread, and all threads share one interpreter: with a hundred of them each
is slow and the loop that answers and nudges gets its turn twice a second. A few keep the
interpreter busy while others wait for the database, and fit into its pool of connections."""


def admitted(pages: Any) -> ASGI3Application:
    """*pages*, entered by a few requests at a time: first come, first served.

    Each of them has one of as many threads for itself, which stay, and so do their connections.
    """
    gates: WeakKeyDictionary[asyncio.AbstractEventLoop, _Gate] = WeakKeyDictionary()

    async def enter(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        loop = asyncio.get_running_loop()
        gate = gates.get(loop) or gates.setdefault(loop, _Gate())
        async with gate.places:
            thread = gate.threads.pop()  # the one left last: it is warm, its connection open
            try:
                async with ThreadSensitiveContext(executor=thread):
                    await pages(scope, receive, send)
            finally:
                gate.threads.append(thread)

    return enter


class _Gate:
    """The places of one loop, and a thread for each."""

    def __init__(self) -> None:
        self.places = asyncio.Semaphore(AT_ONCE)
        self.threads = [ThreadPoolExecutor(1, f"page-{number}") for number in range(AT_ONCE)]
