"""A crowd of requests waits outside, in order, and one that fails leaves its place to the next."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from config.databases import POOL
from config.turnstile import AT_ONCE, admitted


class Pages:
    """Answers when told to, and knows who is inside."""

    def __init__(self) -> None:
        self.inside: list[int] = []
        self.arrived: list[int] = []
        self.done = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.arrived.append(scope["number"])
        self.inside.append(scope["number"])
        try:
            await self.done.wait()
            if scope["number"] == 0:
                raise ZeroDivisionError
        finally:
            self.inside.remove(scope["number"])


async def crowd(pages: Pages, size: int) -> list[asyncio.Task[None]]:
    """So many requests at once, each as far in as it gets."""
    enter: Any = admitted(pages)
    tasks = [asyncio.create_task(enter({"number": n}, None, None)) for n in range(size)]
    await asyncio.sleep(0.01)
    return tasks


async def test_only_a_few_are_inside_at_once_and_all_get_in_by_order() -> None:
    pages = Pages()
    tasks = await crowd(pages, 3 * AT_ONCE)
    assert pages.inside == list(range(AT_ONCE))
    pages.done.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert pages.arrived == list(range(3 * AT_ONCE))
    assert [type(result) for result in results if result] == [ZeroDivisionError]


def test_whoever_is_inside_gets_a_connection_and_a_socket_still_has_one() -> None:
    assert POOL["max_size"] > AT_ONCE


async def test_who_goes_away_leaves_the_place_to_the_next() -> None:
    pages = Pages()
    tasks = await crowd(pages, AT_ONCE + 1)
    tasks[3].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[3]
    await asyncio.sleep(0.01)
    assert pages.inside == [n for n in range(AT_ONCE + 1) if n != 3]
    pages.done.set()
    await asyncio.gather(*tasks, return_exceptions=True)
