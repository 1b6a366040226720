"""A Redis that takes connections and says nothing: it is waited for once, and briefly."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from celery import Celery
from django.core.cache import cache

from config import celery, outages
from config.outages import Breaker
from config.redis_layer import PATIENCE, RedisLayer
from tests.config.test_modes import DUMMIES, settings_of

pytestmark = pytest.mark.usefixtures("stores")

OPTIONS = {"socket_connect_timeout": 0.05, "socket_timeout": 0.05}
"""What is configured is looked at below; tests need not wait as long."""


class SilentServer:
    """Counts who connects, and answers nobody."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self._taken: list[socket.socket] = []
        self.url = f"redis://127.0.0.1:{self._socket.getsockname()[1]}/0"

    @property
    def connections(self) -> list[socket.socket]:
        """All that were made so far: the system holds them until they are taken here."""
        with suppress(BlockingIOError):
            while True:
                self._taken.append(self._socket.accept()[0])
        return self._taken

    def close(self) -> None:
        for connection in self.connections:
            connection.close()
        self._socket.close()


@pytest.fixture
def silent() -> Iterator[SilentServer]:
    server = SilentServer()
    yield server
    server.close()


@pytest.fixture
def house(silent: SilentServer, settings: Any) -> SilentServer:
    """Cache and queue are at the silent server."""
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.SteadyCache",
            "LOCATION": silent.url,
            "OPTIONS": OPTIONS,
        }
    }
    return silent


@pytest.fixture
def hint(silent: SilentServer) -> Iterator[celery.Hint]:
    """A task whose messages go to the silent server."""
    queue = Celery("silent", broker=silent.url, task_cls=celery.Hint, set_as_current=False)
    queue.conf.update(
        broker_transport_options=OPTIONS,
        broker_connection_timeout=0.05,
        task_publish_retry=False,
    )

    @queue.task(name="silent.hint", shared=False)
    def tell_all() -> None:
        """Nothing to do."""

    yield queue.tasks["silent.hint"]
    queue.close()


def test_limits_are_counted_in_memory_after_one_try(house: SilentServer) -> None:
    counts: Any = cache
    assert [counts.count({"a": 60})[0] for _ in range(3)] == [1, 2, 3]
    assert len(house.connections) == 1


def test_hints_are_left_to_the_sweeps_after_one_try(
    silent: SilentServer, hint: celery.Hint
) -> None:
    for _ in range(3):
        assert hint.apply_async().id in (None, "")
    assert len(silent.connections) == 1


async def test_live_updates_are_left_to_polling_after_one_try(silent: SilentServer) -> None:
    layer = RedisLayer(hosts=[{"address": silent.url}])
    for _ in range(3):
        await layer.group_send("match", {"type": "changed"})
    assert len(silent.connections) == 1


async def test_who_hangs_for_one_is_not_asked_by_the_others(
    house: SilentServer, hint: celery.Hint
) -> None:
    """All that a move asks of Redis waits for it once together."""
    layer = RedisLayer(hosts=[{"address": house.url}])
    cache.get("limit")
    assert len(house.connections) == 1
    hint.apply_async()
    await layer.group_send("match", {"type": "changed"})
    cache.get("limit")
    assert len(house.connections) == 1


def test_who_refuses_one_is_asked_by_the_others() -> None:
    """That costs nothing, and may be another server."""
    one, other = Breaker("one", "-"), Breaker("other", "-")
    one.failed(ConnectionRefusedError())
    assert other.lets_through()


def test_it_is_asked_again_after_a_while_and_silence_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 100.0
    one, other = (Breaker(name, "-", clock=lambda: now) for name in ("one", "other"))
    one.failed(TimeoutError())
    assert not one.lets_through()
    assert not other.lets_through()
    now += outages.SILENCE
    assert [other.lets_through(), other.lets_through()] == [True, True]
    assert [one.lets_through(), one.lets_through()] == [True, False]
    one.worked()
    assert [record.getMessage() for record in caplog.records] == [
        "one is away (TimeoutError); -",
        "one is back",
    ]


@pytest.mark.parametrize(("process", "queue"), [("web", (0.5, 0.5)), ("worker", (2, 5))])
def test_pages_wait_half_a_second_and_workers_as_long_as_they_ask_for_messages(
    process: str, queue: tuple[float, float]
) -> None:
    names = ("CACHES", "CHANNEL_LAYERS", "CELERY_BROKER_TRANSPORT_OPTIONS")
    shipped = settings_of({**DUMMIES, "JINYA_PROCESS": process}, *names)
    half = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
    assert shipped["CACHES"]["default"]["OPTIONS"] == half
    connect, read = queue
    assert shipped["CELERY_BROKER_TRANSPORT_OPTIONS"] == {
        "socket_connect_timeout": connect,
        "socket_timeout": read,
    }
    (layer,) = shipped["CHANNEL_LAYERS"]["default"]["CONFIG"]["hosts"]
    assert layer["socket_connect_timeout"] == PATIENCE == 0.5
