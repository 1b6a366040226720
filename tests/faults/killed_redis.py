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
from tests.running.processes import free_port, last_lines
from tests.running.stores import own_database

WORK: dict[str, tuple[str, dict[str, int]]] = {
    "clock": ("games.sweep_bot_turns", {}),
    "pairing": ("games.sweep_seeks", {}),
    "mail": ("accounts.sweep_letters", {}),
    "thinking": ("games.go_on_exporting", {"user_id": 0}),  # of nobody
}
"""A message for the worker of each queue."""
BEATEN = "games.sweep_deadlines"
"""What beat alone sends here."""
PATIENCE = 90.0  # seconds until work has to be done again


@dataclass
class RedisRun:
    """What came of it."""

    kills: int = 0
    sent: int = 0
    recoveries: list[float] = field(default_factory=list)
    """Seconds from when Redis was back until each worker took a message and beat sent one."""
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
    """Kill Redis so often, for *away* seconds each time, under beat and a worker of each queue."""
    run, redis = RedisRun(), OwnRedis(folder)
    with own_database() as database:
        redis.start()
        house = Servers(folder, (database, redis.url), 0, (), "config")
        try:
            house.start(list(WORK))
            with _sending(redis.url, run):
                _await_done(redis, run)
                for _kill in range(kills):
                    redis.kill()
                    time.sleep(away)
                    redis.start()
                    run.kills += 1
                    run.recoveries.append(_await_done(redis, run))
            for process in (*house.others, house.beat):
                if process is not None and not process.is_alive:
                    run.faults.append(f"{process.log.stem} ended: {last_lines(process.log)}")
        finally:
            house.stop()
            redis.kill()
    return run


@contextlib.contextmanager
def _sending(url: str, run: RedisRun) -> Iterator[None]:
    """Some forty messages a second, as far as Redis takes them."""
    ended = threading.Event()

    def send() -> None:
        app = Celery(broker=url, set_as_current=False)
        app.conf.broker_transport_options = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
        while not ended.wait(0.1):
            for queue, (task, values) in WORK.items():
                with contextlib.suppress(Exception):  # Redis is away
                    app.send_task(task, kwargs=values, queue=queue, retry=False, expires=30)
                    run.sent += 1

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    try:
        yield
    finally:
        ended.set()
        sender.join(10)


def _await_done(redis: OwnRedis, run: RedisRun) -> float:
    """How many seconds it took until each worker had a message and beat had sent one."""
    began = time.monotonic()
    left = {"beat", *WORK}
    with Redis.from_url(redis.url) as client, client.monitor() as monitor:
        while left and time.monotonic() - began < PATIENCE:  # what is sent keeps it going
            command = monitor.next_command()["command"]
            if command.startswith("LPUSH ") and BEATEN in command:
                left.discard("beat")
            if command.startswith("HSET unacked "):
                left -= {queue for queue, (task, _values) in WORK.items() if task in command}
    if left:
        run.faults.append(f"{sorted(left)} not back after {PATIENCE:.0f} s")
    return time.monotonic() - began
