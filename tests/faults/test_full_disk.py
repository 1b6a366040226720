"""PostgreSQL runs out of disk, on a file system that is filled: `/readyz` tells, and recovers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.config.test_modes import DUMMIES
from tests.running import PYTHON, ROOT
from tests.running.processes import Running, bare_environment, free_port

pytestmark = pytest.mark.usefixtures("any_database")

SIZE = "64m"
SMALL = {"min_wal_size": "2MB", "max_wal_size": "4MB", "shared_buffers": "8MB"}
ASK = """
import json, sys
from pathlib import Path
import django
django.setup()
from config import health

def told():
    return {name: health._works(name, health.CHECKS[name]) for name in ("database", "writing")}

found, full = [told()], Path(sys.argv[1])
with full.open("wb", buffering=0) as file:
    try:
        while True:
            file.write(bytes(1 << 16))
    except OSError:
        found.append(told())
full.unlink()
found.append(told())
print(json.dumps(found))
"""


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of `SIZE` that ends with the test; who may not mount one skips it.

    Its place is one that the user of the server can reach, as that of `tmp_path` is not.
    """
    folder = Path(tempfile.mkdtemp())
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "none", str(folder)]
    try:
        if os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("no file system can be mounted here")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
    finally:
        folder.rmdir()


@contextmanager
def postgresql(disk: Path, logs: Path) -> Iterator[str]:
    """The address of a server of our own whose data are on *disk*."""
    initdb = shutil.which("initdb")
    if initdb is None or shutil.which("setpriv") is None:
        pytest.skip("no server of our own can be started here")
    as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    data, port = disk / "data", free_port()
    data.mkdir()
    shutil.chown(data, "postgres", "postgres")
    made = [initdb, "-D", str(data), "-A", "trust", "-U", "postgres", "--wal-segsize=1"]
    subprocess.run([*as_postgres, *made, "--no-sync"], check=True, capture_output=True)
    server = Path(initdb).resolve().with_name("postgres")
    options = [part for name, value in SMALL.items() for part in ("-c", f"{name}={value}")]
    command = [*as_postgres, str(server), "-D", str(data), "-p", str(port), "-k", "", *options]
    running = Running(command, bare_environment(), logs / "postgresql.log")
    try:
        url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        _await(url)
        yield url
    finally:
        running.stop()


def _await(url: str, within: float = 60.0) -> None:
    deadline = time.monotonic() + within
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def test_a_full_disk_is_told_and_room_on_it_again(tmp_path: Path) -> None:
    with small_disk() as disk, postgresql(disk, tmp_path) as url:
        env = {**bare_environment(), **DUMMIES, "JINYA_DATABASE_URL": url}
        asked = [PYTHON, "-c", ASK, str(disk / "full")]
        done = subprocess.run(
            asked, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=120
        )
    assert done.returncode == 0, done.stderr
    well, full = {"database": True, "writing": True}, {"database": True, "writing": False}
    assert json.loads(done.stdout) == [well, full, well]
    assert "No space left on device" in done.stderr
