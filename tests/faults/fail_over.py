"""The primary of two PostgreSQL servers is killed under play, and its standby is promoted."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from tests.faults.killing import MATCHES, under_load
from tests.faults.ledger import OK
from tests.faults.runs import Run
from tests.running import NotReady
from tests.running.houses import WEB, Servers, ending, inside
from tests.running.processes import free_port, last_lines
from tests.running.stores import own_redis

SOONEST, LATEST = 1.0, 3.0  # seconds of play before the next kill
NOTICED = 1.0  # seconds until somebody promotes the standby
PATIENCE = 60.0  # seconds for what is sure to come
SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = replica
synchronous_commit = on
max_connections = 60
"""


def _programs() -> Path:
    """Where PostgreSQL's own programs are. Raises NotReady."""
    asked = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=False)
    folders = [Path(asked.stdout.strip()), *Path("/usr/lib/postgresql").glob("*/bin")]
    for folder in folders:
        if (folder / "initdb").exists():
            return folder
    raise NotReady("PostgreSQL's initdb is not installed")


class Cluster:
    """One server with its data in a folder; it refuses to be run by root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.port = folder, folder / "data", free_port()
        self.log = folder / "postgresql.log"
        folder.mkdir()
        if os.geteuid() == 0:
            folder.parent.chmod(0o755)
            shutil.chown(folder, "postgres")

    def program(self, name: str, *options: str) -> None:
        """Run one of PostgreSQL's programs. Raises NotReady with its complaint."""
        command = [str(_programs() / name), *options]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        if done.returncode:
            raise NotReady(f"{name}: {done.stderr}\n{last_lines(self.log)}")

    def start(self) -> None:
        options = f"-p {self.port}"
        self.program(
            "pg_ctl", "-D", str(self.data), "-l", str(self.log), "-w", "-o", options, "start"
        )

    def ask(self, *statements: LiteralString, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run them one by one; the rows of the last."""
        url = f"postgresql://postgres@127.0.0.1:{self.port}/{database}"
        with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:
            for statement in statements:
                found = connection.execute(statement)
            return found.fetchall() if found.description else []

    def kill(self) -> None:
        """`kill -9` of all its processes, as if its machine had gone."""
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            leader = int((self.data / "postmaster.pid").read_text().split()[0])
            os.killpg(leader, signal.SIGKILL)
            while Path(f"/proc/{leader}").exists():
                time.sleep(0.01)


class Pair:
    """A primary and its standby: what the primary confirms, the standby has on its disk."""

    def __init__(self, folder: Path) -> None:
        self.primary, self.standby = (Cluster(folder / name) for name in ("first", "second"))
        places = ",".join(f"127.0.0.1:{each.port}" for each in (self.primary, self.standby))
        self.url = f"postgresql://postgres@{places}/jinya"

    def start(self) -> None:
        """Make both, with an empty database."""
        first = self.primary
        first.program(
            "initdb", "-D", str(first.data), "-U", "postgres", "-A", "trust", "-E", "UTF8"
        )
        with (first.data / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS)
        first.start()
        first.ask("CREATE DATABASE jinya")
        self.attach()

    def attach(self) -> None:
        """Make the standby anew from the primary, and let no commit do without it."""
        standby, primary = self.standby, self.primary
        shutil.rmtree(standby.data, ignore_errors=True)
        source = f"host=127.0.0.1 port={primary.port} user=postgres"
        copy = ("-D", str(standby.data), "-R", "-X", "stream", "-c", "fast", "-d", source)
        standby.program("pg_basebackup", *copy)
        standby.start()
        standby.ask("ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()")
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        deadline = time.monotonic() + PATIENCE
        while primary.ask("SELECT sync_state FROM pg_stat_replication") != [("sync",)]:
            if time.monotonic() > deadline:
                raise NotReady(f"the standby does not follow:\n{last_lines(standby.log)}")
            time.sleep(0.05)

    def fail_over(self) -> None:
        """Kill the primary; a moment later the standby is the primary."""
        self.primary.kill()
        time.sleep(NOTICED)
        self.standby.program("pg_ctl", "-D", str(self.standby.data), "-w", "promote")
        self.primary, self.standby = self.standby, self.primary

    def stop(self) -> None:
        """End both."""
        for each in (self.primary, self.standby):
            each.kill()


class SiteOnPair(Servers):
    """A site on both; whoever asks its database from outside waits while there is none."""

    def rows(self, query: LiteralString) -> list[tuple[Any, ...]]:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return super().rows(query)
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)


def fail_over(folder: Path, *, kills: int, **wanted: int) -> Run:
    """Fail over so often under play; seconds are those from each promotion to a confirmed turn."""
    with _pair(folder) as pair, own_redis() as redis:
        site = SiteOnPair(folder, (pair.url, redis), 1, WEB, "config")
        with ending(site):
            site.start()
            planted = inside(site, "tests.running.planting", {"matches": MATCHES, **wanted})
            run = Run()
            run.ledger.bears_outages = True
            under_load(site, planted, run, lambda: _round(pair, run), kills)
            run.audit = inside(site, "tests.faults.audit", run.ledger.as_json())
    return run


@contextlib.contextmanager
def _pair(folder: Path) -> Iterator[Pair]:
    pair = Pair(folder)
    try:
        pair.start()
        yield pair
    finally:
        pair.stop()


def _round(pair: Pair, run: Run) -> None:
    time.sleep(random.uniform(SOONEST, LATEST))
    pair.fail_over()
    run.kills += 1
    promoted, before = time.monotonic(), run.ledger.counted()[OK]
    while run.ledger.counted()[OK] == before:
        if time.monotonic() > promoted + PATIENCE:
            run.ledger.faults.append(f"no turn within {PATIENCE:.0f} s of promotion {run.kills}")
            break
        time.sleep(0.02)
    run.restarts.append(time.monotonic() - promoted)
    pair.attach()
