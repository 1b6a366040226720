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
    gates: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    threads = [ThreadPoolExecutor(1, f"page-{number}") for number in range(AT_ONCE)]

    async def enter(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        gate = gates.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))
        async with gate:
            thread = threads.pop()  # the one used last: it is warm, and its connection is open
            try:
                async with ThreadSensitiveContext(executor=thread):
                    await pages(scope, receive, send)
            finally:
                threads.append(thread)

    return enter
