"""With Redis, live updates cross processes; without it, nobody waits for them."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from redis import Redis

from config.redis_layer import PATIENCE, Announcer, RedisLayer

pytestmark = pytest.mark.usefixtures("stores")

QUIET = 7.0  # seconds; the client waits five for any answer
REDIS = os.environ.get("JINYA_TEST_REDIS_URL", "")
with_redis = pytest.mark.skipif(not REDIS, reason="JINYA_TEST_REDIS_URL is not set")


@pytest.fixture
async def layer() -> AsyncIterator[RedisLayer]:
    layer = RedisLayer(hosts=[{"address": REDIS}], prefix=f"jinya-test-{os.getpid()}")
    yield layer
    await layer.flush()


@pytest.fixture
async def page(layer: RedisLayer) -> str:
    """The channel of a page that listens for changes of a match."""
    channel: str = await layer.new_channel()
    await layer.group_add("match", channel)
    return channel


@with_redis
async def test_a_thread_tells_a_page_of_another_loop(layer: RedisLayer, page: str) -> None:
    layer.announce("match", {"type": "changed", "version": 7})
    received = await asyncio.wait_for(layer.receive(page), 5)
    assert received == {"type": "changed", "version": 7}


@with_redis
async def test_announcements_keep_their_order(layer: RedisLayer, page: str) -> None:
    for version in range(20):
        layer.announce("match", {"type": "changed", "version": version})
    received = [await asyncio.wait_for(layer.receive(page), 5) for _ in range(20)]
    assert [message["version"] for message in received] == list(range(20))


@with_redis
async def test_a_page_on_which_nothing_happens_keeps_listening(
    layer: RedisLayer, page: str
) -> None:
    with pytest.raises(TimeoutError):  # ours, and not that of Redis
        async with asyncio.timeout(QUIET):
            await layer.receive(page)


@with_redis
async def test_a_page_listens_again_when_its_connection_was_cut(
    layer: RedisLayer, page: str
) -> None:
    connection = layer._get_layer()._get_shard(page)._pubsub.connection
    host, port = connection._writer.get_extra_info("sockname")
    with Redis.from_url(REDIS) as redis:  # no other: a worker beside us listens there, too
        assert redis.client_kill_filter(addr=f"{host}:{port}") == 1
    received = asyncio.ensure_future(layer.receive(page))
    async with asyncio.timeout(10):
        while not received.done():  # what is said before it listens again is lost
            layer.announce("match", {"type": "changed"})
            await asyncio.wait([received], timeout=0.2)
    assert received.result() == {"type": "changed"}


@with_redis
async def test_what_is_forgotten_is_not_fetched_any_more(layer: RedisLayer) -> None:
    channel = await layer.new_channel()
    await layer.forget(channel)
    assert channel not in layer._get_layer().channels
    assert channel not in layer._get_layer()._get_shard(channel)._subscribed_to


@with_redis
async def test_a_reader_that_is_cancelled_twice_leaves_no_subscription(
    layer: RedisLayer, page: str
) -> None:
    reading = asyncio.ensure_future(layer.receive(page))
    await asyncio.sleep(0)
    reading.cancel()
    await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    inner = layer._get_layer()
    assert page not in inner.channels
    await asyncio.gather(*layer._endings)
    assert page not in inner._get_shard(page)._subscribed_to


async def test_a_redis_that_refuses_costs_nothing() -> None:
    layer = RedisLayer(hosts=[{"address": "redis://127.0.0.1:1"}])
    await layer.group_send("match", {"type": "changed"})
    assert not layer._breaker.lets_through()
    began = time.monotonic()
    await layer.group_send("match", {"type": "changed"})
    layer.announce("match", {"type": "changed"})
    assert time.monotonic() - began < 0.1


async def test_a_redis_that_is_silent_costs_little_and_only_once() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()  # connections are made, and nobody answers
        layer = RedisLayer(hosts=[{"address": f"redis://127.0.0.1:{silent.getsockname()[1]}"}])
        began = time.monotonic()
        await layer.group_send("match", {"type": "changed"})
        assert time.monotonic() - began < PATIENCE + 0.5
        began = time.monotonic()
        await layer.group_send("match", {"type": "changed"})
        assert time.monotonic() - began < 0.1


class Server:
    """Takes announcements, or is away."""

    def __init__(self) -> None:
        self.is_away = True
        self.asked = 0
        self.taken: list[tuple[str, int]] = []

    async def take(self, group: str, message: dict[str, Any]) -> bool:
        self.asked += 1
        if not self.is_away:
            self.taken.append((group, message["version"]))
        return not self.is_away


def until(done: Callable[[], bool]) -> None:
    """Wait for the thread that sends."""
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(("most", "sent_later"), [(10, [("a", 2), ("b", 1)]), (1, [("b", 1)])])
def test_what_was_not_taken_is_sent_later_the_newest_of_it(
    most: int, sent_later: list[tuple[str, int]]
) -> None:
    server = Server()
    announcer = Announcer(server.take)
    announcer.again, announcer.most = 0.05, most
    for group, version in (("a", 1), ("a", 2), ("b", 1)):
        asked = server.asked
        announcer.tell(group, {"type": "changed", "version": version})
        until(lambda asked=asked: server.asked > asked)  # type: ignore[misc]
    until(lambda asked=server.asked: server.asked > asked + 1)  # type: ignore[misc]
    server.is_away = False
    until(lambda: server.taken == sent_later)
    announcer.tell("c", {"type": "changed", "version": 7})
    until(lambda: server.taken == [*sent_later, ("c", 7)])
