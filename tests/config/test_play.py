"""`manage.py play` as its user meets it: a process that opens, answers, and closes cleanly."""

from __future__ import annotations

import gzip
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.kit import blank

pytestmark = pytest.mark.usefixtures("any_database")

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0  # seconds, on a busy machine: a site makes its database first
# What a shell starts in the background is deaf to Ctrl-C, and so is what that starts.
IS_DEAF = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
CTRL_C = signal.SIGTERM if IS_DEAF else signal.SIGINT


class House:
    """A `manage.py play` of its own folder and port."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        clean = {name: text for name, text in os.environ.items() if not name.startswith("JINYA_")}
        clean.pop("DJANGO_SETTINGS_MODULE", None)
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play"],
            cwd=ROOT,
            env={**clean, "JINYA_DATA": str(folder), "JINYA_PORT": str(port)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def get(self, address: str, **headers: str) -> bytes:
        """The body of the page at *address*, as it was sent."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{address}", headers=headers)
        with urllib.request.urlopen(request, timeout=5) as answer:
            return bytes(answer.read())

    def wait_until_open(self) -> None:
        """Until the first page can be had."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.get("/healthz")
                return
            except OSError:
                assert self.process.poll() is None, self.output()
                assert time.monotonic() < deadline, "it did not open"
                time.sleep(0.05)

    def end(self, signal_number: int) -> int:
        """The exit status after that signal."""
        self.process.send_signal(signal_number)
        return self.process.wait(PATIENCE)

    def output(self) -> str:
        """Everything it said; only once it has ended."""
        return self.process.communicate(timeout=PATIENCE)[0]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def migrated(tmp_path: Path) -> None:
    """The site finds an empty database, where one is kept; to make it takes longest of all."""
    blank.take(tmp_path / "jinya.sqlite3")


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[list[House]]:
    """Put sites here; none is left behind."""
    started: list[House] = []
    yield started
    for house in started:
        house.process.kill()
        house.process.communicate()


def opened(houses: list[House], folder: Path, port: int | None = None) -> House:
    house = House(folder, port or free_port())
    houses.append(house)
    house.wait_until_open()
    return house


def ends(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not Path(f"/proc/{pid}").exists():
            return True
        time.sleep(0.05)
    return False


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed]


def test_it_opens_answers_and_closes(houses: list[House], tmp_path: Path) -> None:
    house = opened(houses, tmp_path)
    assert b'"live": true' in house.get("/readyz")
    assert b"Jinya" in house.get("/")
    assert b"@layer" in house.get("/static/css/tokens.css")
    for page in ("/", "/static/pieces/gungi/kanji.svg"):
        sent = house.get(page, **{"Accept-Encoding": "gzip"})
        assert len(sent) < len(gzip.decompress(sent)) / 2, "nobody in front of it compresses"
    assert house.end(CTRL_C) == 0
    said = house.output()
    assert f"open at http://127.0.0.1:{house.port}/" in said
    assert "Traceback" not in said
    assert " error " not in said


@pytest.mark.usefixtures("migrated")
def test_a_killed_house_leaves_nobody_behind_and_opens_again(
    houses: list[House], tmp_path: Path
) -> None:
    house = opened(houses, tmp_path)
    helpers = children(house.process.pid)
    house.end(signal.SIGKILL)
    assert all(ends(pid) for pid in helpers)
    again = opened(houses, tmp_path)
    with closing(sqlite3.connect(tmp_path / "jinya.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert again.end(signal.SIGTERM) == 0


@pytest.mark.usefixtures("migrated")
def test_a_taken_port_is_said_and_ends_with_an_error(houses: list[House], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        house = House(tmp_path, taken.getsockname()[1])
        houses.append(house)
        assert house.process.wait(PATIENCE) == 1
    assert "Set JINYA_PORT to another port" in house.output()


@pytest.mark.usefixtures("migrated")
def test_two_houses_do_not_share_a_folder(houses: list[House], tmp_path: Path) -> None:
    opened(houses, tmp_path)
    second = House(tmp_path, free_port())
    houses.append(second)
    assert second.process.wait(PATIENCE) == 1
    assert "already running" in second.output()
