"""Starting processes, ending them, and finding what they left behind."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.running import PYTHON, ROOT, NotReady
from tests.running.reaper import MARK, entrust, marked, release, send

LONGEST = 900.0  # seconds for a command that ends by itself, on a busy machine


class Running:
    """One process whose environment has a mark, by which what it starts is found."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], log: Path) -> None:
        self.log, self._mark = log, secrets.token_hex(8)
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env={**env, MARK: self._mark}, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip
        entrust("marked", self._mark)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """`kill -9` of this process alone: what it started has to notice by itself."""
        self._process.kill()
        self._process.wait()

    def kill_all(self) -> None:
        """`kill -9` of this process and everything it started."""
        for pid in [self.pid, *marked(self._mark)]:
            send(pid, signal.SIGKILL)
        self._process.wait()
        release("marked", self._mark)

    def kill_children(self) -> None:
        """`kill -9` of everything it started, but not of itself."""
        for pid in self.children():
            send(pid, signal.SIGKILL)

    def stop(self, within: float = 10.0) -> None:
        """Ask it to end, and insist after *within* seconds."""
        self._process.terminate()
        try:
            self._process.wait(within)
        except subprocess.TimeoutExpired:
            pass
        self.kill_all()

    def children(self) -> list[int]:
        """The living processes it started, and theirs."""
        return [pid for pid in marked(self._mark) if pid != self.pid]

    def left_behind(self, within: float = 60.0) -> list[int]:
        """What it started and what lives on *within* seconds after its own death."""
        deadline = time.monotonic() + within
        while self.children() and time.monotonic() < deadline:
            time.sleep(0.05)
        if not self.children():
            release("marked", self._mark)
        return self.children()


def last_lines(log: Path, number: int = 20) -> str:
    """The end of a log."""
    return "\n".join(log.read_text(errors="replace").splitlines()[-number:])


def run(command: Sequence[str], env: Mapping[str, str], text: str = "") -> str:
    """What *command* prints, given *text* to read; NotReady with its complaint if it fails.

    Raises subprocess.TimeoutExpired if it takes longer than `LONGEST`.
    """
    done = subprocess.run(
        command, cwd=ROOT, env=dict(env), input=text, capture_output=True, text=True, check=False,
        timeout=LONGEST,
    )  # fmt: skip
    if done.returncode:
        raise NotReady(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def bare_environment() -> dict[str, str]:
    """Ours, without what would change a site; its programs are those of this interpreter."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JINYA_", "DJANGO_", "PYTEST_", "CELERY_"))
    }
    kept["PATH"] = f"{Path(PYTHON).parent}{os.pathsep}{kept.get('PATH', '')}"
    return kept
