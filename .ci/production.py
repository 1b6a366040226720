"""Starts what compose.yaml runs in the image, each with the values it is handed there, and looks
whether the site stands.

Uses an own database and an own Redis database; both are emptied afterwards. Roles, backup and
restore are tried, too, and what the processes leave for health checks.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg
import redis
from image import SERVICES, Image, command_of, handed

ROOT = Path(__file__).resolve().parent.parent
NAME = f"jinya_ci_{os.getpid()}"
SERVER = "postgresql://postgres@127.0.0.1:5432"
COPY = f"{NAME}_copy"
OWNER = f"postgresql://{NAME}_owner:owner@127.0.0.1:5432/{NAME}"
APP = f"postgresql://{NAME}_app:app@127.0.0.1:5432/{NAME}"
BACKUP = f"postgresql://{NAME}_backup:backup@127.0.0.1:5432/{NAME}"
REDIS = "redis://127.0.0.1:6379/10"
ROLES = ("owner", "app", "backup")
PATIENCE = 180.0  # seconds, on a busy machine
RUNNING = [name for name in SERVICES if name != "migrate"]


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


SCRATCH = Path(tempfile.mkdtemp(prefix="jinya-production-"))
IMAGE = Image(SCRATCH)
jinya = IMAGE.command
UPKEEP = str(ROOT / "bin" / "jinya")
"""For backup and restore, which need the folder deploy; the image is without it."""
PORT = free_port()
ENVIRONMENT = {
    **IMAGE.base,
    "JINYA_SECRET_KEY": secrets.token_urlsafe(64),
    "JINYA_HOSTS": "jinya.example",
    "JINYA_ORIGINS": "https://jinya.example",
    "JINYA_DATABASE_URL": APP,
    "JINYA_REDIS_URL": REDIS,
    "JINYA_EMAIL_URL": "smtp://127.0.0.1:1",
    "JINYA_EMAIL_FROM": "house@jinya.example",
    "JINYA_PORT": str(PORT),
}


def started(service: str) -> subprocess.Popen[bytes]:
    """A service of compose.yaml, with a folder of its own for what it leaves in /tmp."""
    temporary = SCRATCH / service
    temporary.mkdir()
    values = {**IMAGE.base, **handed(service, ENVIRONMENT), "TMPDIR": str(temporary)}
    values |= {"JINYA_PORT": str(PORT)} if service == "web" else {}
    return subprocess.Popen(jinya(command_of(service)), env=values)


def get(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body, as the proxy would ask for them."""
    asked = urllib.request.Request(f"http://127.0.0.1:{PORT}{address}", headers=headers)
    try:
        with urllib.request.build_opener(Stay).open(asked, timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


class Stay(urllib.request.HTTPRedirectHandler):
    """Redirections are answers to look at."""

    def redirect_request(self, *args: object) -> None:
        """None: do not follow."""


BEHIND_PROXY = {
    "Host": "jinya.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.7",
}


def wait_for(what: str, done: Callable[[], bool], processes: list[subprocess.Popen[bytes]]) -> None:
    """Until *done* says so; an error when that takes too long or a process ends."""
    deadline = time.monotonic() + PATIENCE
    while not done():
        ended = [process.args for process in processes if process.poll() is not None]
        if ended or time.monotonic() > deadline:
            raise SystemExit(f"{what}: not within {PATIENCE:g} s; ended by themselves: {ended}")
        time.sleep(0.1)
    print(f"ok: {what}")


def is_ready() -> bool:
    """Whether the web process says that everything behind it works."""
    asked = subprocess.run(jinya("ready"), env=ENVIRONMENT, capture_output=True, check=False)
    return asked.returncode == 0


def beat_reaches_worker() -> bool:
    """Whether a sweep asked for by beat was done by the worker: it leaves its mark."""
    with psycopg.connect(f"{SERVER}/{NAME}") as connection:
        row = connection.execute("SELECT max(last_beat) FROM match_househealth").fetchone()
    return row is not None and row[0] is not None


def check(what: str, holds: bool) -> None:
    """Says it, or ends."""
    if not holds:
        raise SystemExit(f"NOT ok: {what}")
    print(f"ok: {what}")


def look_at_pages() -> None:
    """What a visitor behind the proxy gets."""
    status, headers, _ = get("/", Host="jinya.example")
    check("plain http is sent to https", status == 301)
    check(
        "under its own name",
        headers["Location"].startswith("https://jinya.example/"),
    )
    status, headers, body = get("/", **BEHIND_PROXY)
    check("the home page", status == 200 and b"Jinya" in body)
    check(
        "HSTS",
        headers["Strict-Transport-Security"] == "max-age=31536000",
    )
    check("a strict policy", "default-src 'none'" in headers["Content-Security-Policy"])
    status, headers, _ = get("/accounts/login/", **BEHIND_PROXY)
    cookie = headers.get("Set-Cookie", "")
    check("cookies bound to this host", cookie.startswith("__Host-csrf=") and "Secure" in cookie)
    sheet = body.split(b'rel="stylesheet" href="', 1)[1].split(b'"', 1)[0].decode()
    status, headers, _ = get(sheet, **BEHIND_PROXY)
    check(
        "style sheets are hashed and kept",
        status == 200 and "immutable" in headers["Cache-Control"],
    )
    check("other names are refused", get("/", **{**BEHIND_PROXY, "Host": "evil.example"})[0] == 400)


def look(processes: list[subprocess.Popen[bytes]]) -> None:
    """Everything, in the order of starting."""
    wait_for("web is ready: database, migrations, live updates", is_ready, processes)
    look_at_pages()
    wait_for("beat asked, the worker of the clock swept", beat_reaches_worker, processes)


def make_database(name: str) -> None:
    """A database with its roles, as deploy/roles.sql has it; made twice, it is the same."""
    values = [f"--set=database={name}"]
    for role in ROLES:
        values += [f"--set={role}={NAME}_{role}", f"--set={role}_password={role}"]
    roles = str(ROOT / "deploy" / "roles.sql")
    command = ["psql", "--quiet", *values, f"--file={roles}", f"{SERVER}/postgres"]
    subprocess.run(command, check=True)
    subprocess.run(command, check=True)


def drop_databases() -> None:
    """Nothing stays of this run."""
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        for database in (NAME, COPY):
            server.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')
        for role in ROLES:
            server.execute(f'DROP ROLE IF EXISTS "{NAME}_{role}"')


def may_change_tables(database: str = APP) -> bool:
    """Whether the role of running processes can do more than read and write rows."""
    for statement in (
        "CREATE TABLE planted ()",
        "ALTER TABLE accounts_user ADD planted int",
        "DROP TABLE accounts_user",
        "TRUNCATE accounts_user",
        "CREATE TEMPORARY TABLE planted ()",
    ):
        with psycopg.connect(database) as connection:
            try:
                connection.execute(statement)
            except psycopg.errors.InsufficientPrivilege:
                continue
            return True
    return False


def is_alive(service: str) -> bool:
    """Whether it leaves its pulse."""
    environment = {**ENVIRONMENT, "TMPDIR": str(SCRATCH / service)}
    asked = subprocess.run(jinya("alive"), env=environment, capture_output=True, check=False)
    return asked.returncode == 0


def look_at_pulses(processes: list[subprocess.Popen[bytes]]) -> None:
    """Workers and beat are seen to live, and a dead one is not."""
    for service in RUNNING:
        if service != "web":
            wait_for(f"{service} is alive", partial(is_alive, service), processes)
    check("one that never lived is not", not is_alive("nobody"))


def in_house(code: str) -> None:
    """Runs *code* as the role that owns the tables."""
    owned = {**ENVIRONMENT, "JINYA_DATABASE_URL": OWNER, "JINYA_PROCESS": "migrate"}
    command = [sys.executable, "manage.py", "shell", "--verbosity=0", "--command", code]
    subprocess.run(command, cwd=ROOT, env=owned, check=True)


def back_up(folder: Path) -> str:
    """Makes a backup; the name of its copy, which a hook puts into another folder."""
    away = folder / "away"
    away.mkdir(exist_ok=True)
    hook = folder / "hook"
    hook.write_text(f'#!/bin/sh\nexec cp "$@" {away}\n')
    hook.chmod(0o700)
    reading = {**ENVIRONMENT, "JINYA_DATABASE_URL": BACKUP, "JINYA_BACKUP_HOOK": str(hook)}
    made = subprocess.run(
        [UPKEEP, "backup", str(folder)], env=reading, check=True, capture_output=True, text=True
    )
    return str(away / Path(made.stdout.strip()).name)


def look_at_backup(folder: Path) -> None:
    """A dump is restored into an empty database, where the matches hold."""
    with psycopg.connect(APP) as connection:
        connection.execute(
            "INSERT INTO accounts_letter"
            " (recipient, subject, body, written_at, due_at, hinted_until, attempts)"
            " VALUES ('a@jinya.example', 'old', 'old', now(), now() + interval '1 day', now(), 0)"
        )
    in_house(MAKE_LEAVER)
    dump = back_up(folder)
    in_house(LEAVE)
    back_up(folder)
    make_database(COPY)
    target = {**ENVIRONMENT, "JINYA_DATABASE_URL": f"{OWNER}_copy"}
    restored = subprocess.run([UPKEEP, "restore", dump], env=target, check=False)
    check("a backup was restored, and every match holds", restored.returncode == 0)
    with psycopg.connect(f"{APP}_copy") as copy:  # as those that run see it
        row = copy.execute("SELECT count(*) FROM accounts_letter").fetchone()
        check("no old mail will be sent again", row == (0,))
        row = copy.execute("SELECT count(*) FROM django_migrations").fetchone()
        check("and it is the whole database", row is not None and row[0] > 10)
        rows = copy.execute("SELECT left(name, 5) FROM accounts_user ORDER BY name").fetchall()
        check("who was deleted since the dump was deleted again", rows == [("gone-",), ("stays",)])
        row = copy.execute("SELECT ended_how FROM match_match").fetchone()
        check("and their match has ended", row == ("resignation",))
    check("the role that runs may change no table of it", not may_change_tables(f"{APP}_copy"))
    check("the role of backups neither", not may_change_tables(BACKUP))


MAKE_LEAVER = """
from datetime import timedelta

from django.utils import timezone
from tests.kit.builders import match_between, person, play

now = timezone.now() - timedelta(minutes=10)
play(match_between(person("leaver"), person("stays"), now=now), "f1e2", "f7d7", now=now)
"""
LEAVE = """
from django.utils import timezone
from accounts.models import User
from games.personal import services

now = timezone.now()
services.ask_to_leave(User.objects.get(name="leaver"), now - services.GRACE)
assert services.erase_due(now) == 1
"""


def main() -> None:
    """Starts, looks, stops, cleans."""
    make_database(NAME)
    processes: list[subprocess.Popen[bytes]] = []
    try:
        IMAGE.build()
        migrating = {**IMAGE.base, **handed("migrate", ENVIRONMENT), "JINYA_DATABASE_URL": OWNER}
        subprocess.run(jinya(command_of("migrate")), env=migrating, check=True)
        check("running processes cannot change tables", not may_change_tables())
        processes += map(started, RUNNING)
        look(processes)
        look_at_pulses(processes)
        look_at_backup(SCRATCH)
    finally:
        stopped = stop(processes)
        drop_databases()
        shutil.rmtree(SCRATCH)
        redis.Redis.from_url(REDIS).flushdb()
    check("web, workers and beat stopped when asked", stopped)


def stop(processes: list[subprocess.Popen[bytes]]) -> bool:
    """Ends them; whether all went without being killed."""
    for process in processes:
        process.send_signal(signal.SIGTERM)
    willing = True
    for process in processes:
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            willing = False
    return willing


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    main()
