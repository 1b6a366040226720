"""Live updates inside one process reach a sleeping page at once, and none is lost."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Iterator

import pytest
from channels.exceptions import ChannelFull

from config.layers import Box, MemoryLayer

pytestmark = pytest.mark.usefixtures("stores")

CHANNELS = 20
SENDERS = 4
MESSAGES = 10_000  # by each sender


@pytest.fixture
def hasty_switching() -> Iterator[None]:
    """Threads take turns a thousand times more often than usual: races show."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty_switching")
def test_nothing_is_lost_while_threads_send() -> None:
    layer = MemoryLayer(capacity=SENDERS * MESSAGES)
    expected = SENDERS * MESSAGES // CHANNELS

    def send_all(sender: int) -> None:
        for number in range(MESSAGES):
            layer.put(f"c{number % CHANNELS}", {"type": "t", "sender": sender, "n": number})

    async def count(channel: str) -> int:
        received = 0
        while received < expected:
            await layer.receive(channel)
            received += 1
        return received

    async def receive_all() -> list[int]:
        threads = [threading.Thread(target=send_all, args=(n,)) for n in range(SENDERS)]
        for thread in threads:
            thread.start()
        return await asyncio.gather(*(count(f"c{n}") for n in range(CHANNELS)))

    received = asyncio.run(asyncio.wait_for(receive_all(), 60))
    assert received == [expected] * CHANNELS
    assert not layer._boxes, "idle channels are forgotten"


def test_a_sleeping_loop_hears_a_thread_at_once() -> None:
    """In lock step: nothing else wakes the loop, as on a quiet site."""
    layer = MemoryLayer()
    delays: list[float] = []
    received = threading.Event()

    async def listen(rounds: int) -> None:
        await layer.group_add("match", "page")
        ready.set()
        for _ in range(rounds):
            message = await layer.receive("page")
            delays.append(time.perf_counter() - message["sent"])
            received.set()

    ready = threading.Event()
    listener = threading.Thread(target=lambda: asyncio.run(listen(50)), daemon=True)
    listener.start()
    assert ready.wait(5)
    for _ in range(50):
        time.sleep(0.005)  # until the loop sleeps
        received.clear()
        layer.announce("match", {"type": "changed", "sent": time.perf_counter()})
        assert received.wait(2), "the loop slept on"
    listener.join(5)
    assert sorted(delays)[25] < 0.02


async def test_a_cancelled_reader_takes_nothing_with_it() -> None:
    layer = MemoryLayer()
    reader = asyncio.create_task(layer.receive("page"))
    await asyncio.sleep(0)
    await layer.send("page", {"type": "t"})
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert await layer.receive("page") == {"type": "t"}


async def test_a_full_channel_refuses_and_a_full_member_only_misses() -> None:
    layer = MemoryLayer(capacity=2)
    await layer.group_add("match", "page")
    await layer.group_add("match", "other")
    for _ in range(2):
        await layer.send("page", {"type": "t"})
    with pytest.raises(ChannelFull):
        await layer.send("page", {"type": "t"})
    await layer.group_send("match", {"type": "changed"})
    assert await layer.receive("other") == {"type": "changed"}


async def test_what_nobody_fetched_in_time_is_forgotten() -> None:
    layer = MemoryLayer(expiry=0.01)
    await layer.send("page", {"type": "old"})
    await asyncio.sleep(0.02)
    await layer.send("page", {"type": "new"})
    assert await layer.receive("page") == {"type": "new"}


async def test_what_readers_have_left_behind_goes_with_the_next_new_channel() -> None:
    layer = MemoryLayer(expiry=0.01)
    await layer.send("left", {"type": "old"})
    await asyncio.sleep(0.02)
    await layer.new_channel()
    assert layer._boxes == {}


async def test_who_left_a_group_hears_nothing_and_the_group_goes() -> None:
    layer = MemoryLayer()
    await layer.group_add("match", "page")
    await layer.group_discard("match", "page")
    await layer.group_send("match", {"type": "changed"})
    assert not layer._groups
    assert not layer._boxes


async def test_a_receiver_may_change_its_copy() -> None:
    layer = MemoryLayer()
    message = {"type": "t", "list": [1]}
    await layer.send("page", message)
    (await layer.receive("page"))["list"].append(2)
    assert message["list"] == [1]


def test_a_reader_whose_loop_is_gone_does_no_harm() -> None:
    layer = MemoryLayer()
    loop = asyncio.new_event_loop()
    reader = loop.create_task(layer.receive("page"))
    loop.run_until_complete(asyncio.sleep(0))
    waiter = layer._boxes["page"].waiter
    reader.cancel()
    loop.run_until_complete(asyncio.gather(reader, return_exceptions=True))
    loop.close()
    layer._boxes.setdefault("page", Box()).waiter = waiter
    layer.put("page", {"type": "t"})
    assert asyncio.run(layer.receive("page")) == {"type": "t"}
