"""The two ways a site can stand: all in one process, or on PostgreSQL and Redis."""

from __future__ import annotations

import json
import secrets
import sqlite3
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, LiteralString

from tests.kit import blank
from tests.running import PYTHON, ROOT, NotReady
from tests.running.processes import Running, bare_environment, free_port, last_lines, run
from tests.running.stores import own_database, own_redis

PLAY = (PYTHON, "manage.py", "play", "--no-demo")
WEB = ("bin/jinya", "web")
CELERY = (PYTHON, "-m", "celery", "--app")


@dataclass(frozen=True, slots=True)
class Door:
    """Where one web process listens, and how a browser would speak to it."""

    port: int
    origin: str
    session_cookie: str = "sessionid"
    csrf_cookie: str = "csrftoken"
    is_proxied: bool = False
    """Whether we stand in for the proxy that ends TLS."""

    def connection(self, timeout: float) -> HTTPConnection:
        """To be asked by, once."""
        return HTTPConnection("127.0.0.1", self.port, timeout=timeout)


class Embedded:
    """A site in one process, with its data in *folder*."""

    def __init__(self, folder: Path, command: Sequence[str] = PLAY, **env: str) -> None:
        port = free_port()
        self.folder, self.command = folder, command
        self.doors = (Door(port, f"http://127.0.0.1:{port}"),)
        self.env = {
            **bare_environment(),
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "JINYA_DATA": str(folder),
            "JINYA_PORT": str(port),
            **env,
        }
        self.process: Running | None = None

    def start(self) -> float:
        """Start it; the seconds until it answered for the first time."""
        began = time.monotonic()
        self.process = Running(self.command, self.env, self.folder / "house.log")
        await_answer(self.doors[0], self.process)
        return time.monotonic() - began

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database answers, asked from outside."""
        with closing(sqlite3.connect(self.folder / "jinya.sqlite3", timeout=20)) as database:
            return database.execute(query).fetchall()

    def stop(self) -> None:
        """End it and everything it started."""
        if self.process is not None:
            self.process.stop()


@contextmanager
def embedded(folder: Path, command: Sequence[str] = PLAY, **env: str) -> Iterator[Embedded]:
    """An embedded site that is not started yet; whatever happens, it is ended.

    Its database is empty, and migrated where an earlier run of the tests has done so.
    """
    house = Embedded(folder, command, **env)
    blank.take(folder / "jinya.sqlite3")
    with ending(house):
        yield house


class Servers:
    """A site on PostgreSQL and Redis: web processes, one worker, one beat."""

    def __init__(
        self, folder: Path, stores: tuple[str, str], webs: int, web: Sequence[str], app: str
    ) -> None:
        self.folder, self.web, self.app = folder, web, app
        database, redis = stores
        self.doors = tuple(
            Door(free_port(), "https://127.0.0.1", "__Host-session", "__Host-csrf", is_proxied=True)
            for _number in range(webs)
        )
        self.env = {
            **bare_environment(),
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "JINYA_SECRET_KEY": secrets.token_urlsafe(64),
            "JINYA_HOSTS": "127.0.0.1",
            "JINYA_ORIGINS": "https://127.0.0.1",
            "JINYA_DATABASE_URL": database,
            "JINYA_REDIS_URL": redis,
            "JINYA_EMAIL_URL": "smtp://nobody:nothing@127.0.0.1:9",
            "JINYA_EMAIL_FROM": "house@jinya.example",
            "JINYA_LOG_LEVEL": "WARNING",
        }
        self.webs: list[Running] = []
        self.worker: Running | None = None
        self.others: list[Running] = []
        self.beat: Running | None = None

    def start(self, queues: Sequence[str] = ()) -> None:
        """Bring the database and the static files up to date, then start every process: one worker
        of all queues, or one for each of the *queues*."""
        run(["bin/jinya", "migrate"], self.env)
        if self.doors and _static_is_stale():  # others may be serving from that folder
            run(["bin/jinya", "static"], self.env)
        for door in self.doors:
            env = {**self.env, "JINYA_PORT": str(door.port)}
            self.webs.append(Running(self.web, env, self.folder / "web.log"))
        if queues:
            self.others = [self._worker_of(queue) for queue in queues]
        else:
            self.start_worker()
        self.beat = Running(["bin/jinya", "beat"], self.env, self.folder / "beat.log")
        for door, process in zip(self.doors, self.webs, strict=True):
            await_answer(door, process)

    def start_worker(self) -> Running:
        """A prefork worker with two children, as `bin/jinya worker` starts it."""
        command = ["bin/jinya", "worker"]
        if self.app != "config":
            command = [*CELERY, self.app, "worker", "--concurrency", "2", "--loglevel", "WARNING"]
            command += ["--without-gossip", "--without-mingle"]
        self.worker = Running(command, self.env, self.folder / "worker.log")
        return self.worker

    def _worker_of(self, queue: str) -> Running:
        pulse = {"JINYA_PULSE": str(self.folder / f"{queue}.pulse")}
        log = self.folder / f"worker-{queue}.log"
        return Running(["bin/jinya", "worker", queue], {**self.env, **pulse}, log)

    def rows(self, query: LiteralString) -> list[tuple[Any, ...]]:
        """What the database answers, asked from outside."""
        import psycopg

        # whoever asks in a thread cannot be interrupted: it must end by itself
        limits: dict[str, Any] = {"connect_timeout": 10, "options": "-c statement_timeout=20000"}
        with psycopg.connect(self.env["JINYA_DATABASE_URL"], **limits) as database:
            return database.execute(query).fetchall()

    def stop(self) -> None:
        """End every process."""
        for process in [*self.webs, self.worker, *self.others, self.beat]:
            if process is not None:
                process.stop()


@contextmanager
def servers(
    folder: Path, *, webs: int = 1, web: Sequence[str] = WEB, app: str = "config"
) -> Iterator[Servers]:
    """A site on servers, not started yet, with a database of its own that goes with it.

    *web* is the command of its web processes, *app* the Celery application the worker runs.
    """
    with own_database() as database, own_redis() as redis:
        house = Servers(folder, (database, redis), webs, web, app)
        with ending(house):
            yield house


@contextmanager
def ending(house: Embedded | Servers) -> Iterator[None]:
    """Ends the site in any case; in a bad one, repeats what it had to say."""
    try:
        yield
    except Exception:
        for log in sorted(house.folder.glob("*.log")):
            print(f"--- the end of {log.name}\n{last_lines(log)}", file=sys.stderr)
        raise
    finally:
        house.stop()


def _static_is_stale() -> bool:
    manifest = ROOT / "staticfiles" / "staticfiles.json"
    if not manifest.exists():
        return True
    sources = (path for path in (ROOT / "static").rglob("*") if path.is_file())
    return max(path.stat().st_mtime for path in sources) > manifest.stat().st_mtime


def await_answer(door: Door, process: Running, within: float = 180.0) -> None:
    """Wait until the process answers at *door*; NotReady with its last words if it does not."""
    deadline = time.monotonic() + within
    while not _answers(door):
        if not process.is_alive or time.monotonic() > deadline:
            raise NotReady(f"no answer at port {door.port}:\n{last_lines(process.log)}")
        time.sleep(0.02)


def _answers(door: Door) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{door.port}/healthz", timeout=5) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


def inside(house: Embedded | Servers, module: str, question: Any) -> Any:
    """The answer of ``python -m module`` in the environment of *house*; both are JSON."""
    return json.loads(run([PYTHON, "-m", module], house.env, json.dumps(question)))
