"""The loop of a season goes on until nothing is left that waits for no clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from tests.town.loop import Loop


@pytest.fixture
def loop() -> Iterator[Loop]:
    made = Loop()
    yield made
    made.run_until_complete(made.shutdown_default_executor())
    made.close()


def test_work_of_threads_and_what_follows_it_is_done(loop: Loop) -> None:
    done: list[str] = []

    async def work() -> None:
        for name in ("first", "second"):
            await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0.02)
            done.append(name)
            await asyncio.sleep(0)
        done.append("last")

    task = loop.create_task(work())
    loop.settle()
    assert done == ["first", "second", "last"] and task.done()


def test_what_waits_for_the_clock_waits(loop: Loop) -> None:
    done: list[str] = []
    loop.call_later(3600, done.append, "late")
    loop.call_later(0, done.append, "now")
    loop.settle()
    assert done == ["now"]
