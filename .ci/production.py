"""Starts web, worker and beat as compose.yaml does, and looks whether the house stands.

Uses an own database and an own Redis database; both are emptied afterwards.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis

ROOT = Path(__file__).resolve().parent.parent
NAME = f"jinya_ci_{os.getpid()}"
SERVER = "postgresql://postgres@127.0.0.1:5432"
REDIS = "redis://127.0.0.1:6379/10"
PATIENCE = 60.0  # seconds


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


PORT = free_port()
ENVIRONMENT = {
    **{name: text for name, text in os.environ.items() if not name.startswith("JINYA_")},
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "JINYA_SECRET_KEY": secrets.token_urlsafe(64),
    "JINYA_HOSTS": "jinya.example",
    "JINYA_ORIGINS": "https://jinya.example",
    "JINYA_DATABASE_URL": f"{SERVER}/{NAME}",
    "JINYA_REDIS_URL": REDIS,
    "JINYA_EMAIL_URL": "smtp://127.0.0.1:1",
    "JINYA_EMAIL_FROM": "house@jinya.example",
    "JINYA_PORT": str(PORT),
}


def jinya(what: str) -> list[str]:
    """The command of one process."""
    return [str(ROOT / "bin" / "jinya"), what]


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
        row = connection.execute("SELECT max(last_beat) FROM games_househealth").fetchone()
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
        headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload",
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
    wait_for("beat asked, the worker swept", beat_reaches_worker, processes)


def main() -> None:
    """Starts, looks, stops, cleans."""
    with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{NAME}"')
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for preparation in ("migrate", "static"):
            subprocess.run(jinya(preparation), env=ENVIRONMENT, check=True)
        for what in ("web", "worker", "beat"):
            processes.append(subprocess.Popen(jinya(what), env=ENVIRONMENT))
        look(processes)
    finally:
        stopped = stop(processes)
        with psycopg.connect(f"{SERVER}/postgres", autocommit=True) as server:
            server.execute(f'DROP DATABASE "{NAME}" WITH (FORCE)')
        redis.Redis.from_url(REDIS).flushdb()
    check("web, worker and beat stopped when asked", stopped)


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
