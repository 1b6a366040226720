"""Redis is killed and comes back while workers have work: they go on by themselves."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from celery import Celery
from redis import Redis, RedisError

from tests.running.houses import Servers
from tests.running.processes import Running, free_port, last_lines
from tests.running.processes import run as run_to_its_end
from tests.running.stores import own_database

WORK = {"clock": "games.sweep_bot_turns", "pairing": "games.sweep_seeks"}
"""A message for each queue whose worker is watched; Redis holds all of them as lists."""
PATIENCE = 90.0  # seconds until work has to be done again


@dataclass
class RedisRun:
    """What came of it."""

    kills: int = 0
    sent: int = 0
    recoveries: list[float] = field(default_factory=list)
    """Seconds from when Redis was back until both queues were worked off."""
    faults: list[str] = field(default_factory=list)

    def summary(self) -> list[tuple[str, str]]:
        """The figures, with what they are."""
        longest = max(self.recoveries, default=0.0)
        return [
            ("kills of Redis", str(self.kills)),
            ("messages sent", str(self.sent)),
            ("longest until work was done again", f"{longest:.1f} s"),
        ]


class OwnRedis:
    """A server of our own, which keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        with Redis.from_url(self.url) as client:
            for _try in range(200):
                with contextlib.suppress(RedisError):
                    client.ping()
                    return
                time.sleep(0.1)
        raise TimeoutError("no Redis")

    def kill(self) -> None:
        """As `kill -9` does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


def kill_redis(folder: Path, *, kills: int, away: float) -> RedisRun:
    """Kill Redis so often, for *away* seconds each time, under two workers with work to do."""
    run, redis = RedisRun(), OwnRedis(folder)
    with own_database() as database:
        redis.start()
        house = Servers(folder, (database, redis.url), 0, (), "config")
        workers: dict[str, Running] = {}
        try:
            run_to_its_end(["bin/jinya", "migrate"], house.env)
            for queue in WORK:
                command = ["bin/jinya", "worker", queue]
                workers[queue] = Running(command, house.env, folder / f"{queue}.log")
            with _sending(redis.url, run):
                _await_done(redis, workers, run)
                for _kill in range(kills):
                    redis.kill()
                    time.sleep(away)
                    redis.start()
                    run.kills += 1
                    _await_done(redis, workers, run)
            for queue, worker in workers.items():
                if not worker.is_alive:
                    run.faults.append(f"the worker for {queue} ended: {last_lines(worker.log)}")
        finally:
            for worker in workers.values():
                worker.stop()
            redis.kill()
    return run


@contextlib.contextmanager
def _sending(url: str, run: RedisRun) -> Iterator[None]:
    """Some forty messages a second, as far as anybody takes them."""
    ended = threading.Event()

    def send() -> None:
        app = Celery(broker=url, set_as_current=False)
        app.conf.broker_transport_options = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
        while not ended.wait(0.05):
            for queue, task in WORK.items():
                with contextlib.suppress(Exception):  # Redis is away
                    app.send_task(task, queue=queue, retry=False, expires=30)
                    run.sent += 1

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    try:
        yield
    finally:
        ended.set()
        sender.join(10)


def _await_done(redis: OwnRedis, workers: dict[str, Running], run: RedisRun) -> None:
    """Wait until each worker has taken what came since Redis was back."""
    began = time.monotonic()
    with Redis.from_url(redis.url) as client:
        left = set(workers)
        while left and time.monotonic() - began < PATIENCE:
            left -= {queue for queue in left if client.exists(f"jinya:1:served:{queue}")}
            time.sleep(0.1)
    if left:
        run.faults.append(f"nobody serves {sorted(left)} after {PATIENCE:.0f} s")
    else:
        run.recoveries.append(time.monotonic() - began)
