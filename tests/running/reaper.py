"""Tidies up after a run, however it ended: even a killed one leaves no process and no database.

A process of its own that is told what there is (`entrust`) and what was put away (`release`).
When the run ends, its pipe ends, and what is left is put away by the reaper.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.running import PYTHON, ROOT

MARK = "RUN_BY_TESTS"
"""In the environment of what tests run, and so of all that it starts, in any session."""

_reapers: dict[int, subprocess.Popen[str]] = {}
"""The reaper of this process, by our own number: a forked child must not use its parent's."""


def entrust(kind: str, name: object) -> None:
    """To be put away should we not come to it: marked processes, a database, a redis."""
    _tell(f"+ {kind} {name}")


def release(kind: str, name: object) -> None:
    """It was put away."""
    _tell(f"- {kind} {name}")


def _tell(line: str) -> None:
    reaper = _reapers.get(os.getpid()) or _start()
    assert reaper.stdin is not None
    reaper.stdin.write(f"{line}\n")
    reaper.stdin.flush()


def _start() -> subprocess.Popen[str]:
    reaper = subprocess.Popen(
        [PYTHON, "-m", "tests.running.reaper"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    _reapers[os.getpid()] = reaper
    atexit.register(_stop, reaper)
    return reaper


def _stop(reaper: subprocess.Popen[str]) -> None:
    if reaper is _reapers.get(os.getpid()):
        reaper.communicate(timeout=60)


def main() -> None:
    """Listen until the run has ended, then put away what it left."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    left: dict[tuple[str, str], None] = {}
    for line in sys.stdin:
        sign, kind, name = line.split()
        if sign == "+":
            left[kind, name] = None
        else:
            left.pop((kind, name), None)
    for kind, name in reversed(left):
        REAPING[kind](name)


def _reap_marked(mark: str) -> None:
    for pid in marked(mark):
        send(pid, signal.SIGKILL)


def _reap_database(name: str) -> None:
    from tests.running.stores import drop_database

    drop_database(name)


def _reap_redis(url: str) -> None:
    from redis import Redis

    Redis.from_url(url).flushdb()


def send(pid: int, number: signal.Signals) -> None:
    """A signal, if there is still somebody to receive it."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def marked(mark: str) -> list[int]:
    """The living processes with that mark (zombies have no environment any more)."""
    found, sought = [], f"{MARK}={mark}".encode()
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            variables = environ.read_bytes().split(b"\0")
        except OSError:
            continue
        if sought in variables:
            found.append(int(environ.parent.name))
    return found


REAPING: dict[str, Callable[[str], None]] = {
    "marked": _reap_marked,
    "database": _reap_database,
    "redis": _reap_redis,
}

if __name__ == "__main__":
    main()
