"""How soon a site on an empty folder answers, and what it holds: `python -m tests.bench start`.

Once with the empty database that `make play` has made beforehand, and once without, each with the
demo guests. Prints seconds until the first page, the processor time of all its processes until
then, and their memory (PSS) after some idleness. On a busy machine processor time and memory are
what can be compared.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from games.management.blank import BLANK
from tests.bench.tables import print_heading, print_row
from tests.running import PYTHON, ROOT
from tests.running.houses import embedded
from tests.running.signals import end_in_good_order

PLAY = (PYTHON, "manage.py", "play")
IDLE = 20.0
"""Seconds of idleness before the memory is read."""
COLUMNS = {"folder": 34, "seconds": 8, "cpu s": 8, "MiB": 6, "processes": 10}
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print the table."""
    end_in_good_order()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as `make` does: what is installed is compiled
    print(f"load {os.getloadavg()[0]:.1f}")
    print_heading(COLUMNS)
    BLANK.unlink(missing_ok=True)
    measure("empty")
    subprocess.run([PYTHON, "-m", "games.management.blank"], check=True, cwd=ROOT)
    measure("empty, with a database made before")


def measure(name: str) -> None:
    """Print one line."""
    with tempfile.TemporaryDirectory() as folder, embedded(Path(folder), PLAY) as house:
        seconds = house.start()
        running = house.process
        assert running is not None
        pids = [running.pid, *running.children()]
        used = sum(map(processor_time, pids))
        time.sleep(IDLE)
        pids = [running.pid, *running.children()]  # bots think in one that comes later
        memory = sum(map(share, pids))
    print_row(COLUMNS, [name, f"{seconds:.1f}", f"{used:.1f}", f"{memory:.0f}", str(len(pids))])


def processor_time(pid: int) -> float:
    """Seconds that a process has used, with those it waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def share(pid: int) -> float:
    """MiB of a process; what it shares with others is divided among them."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.findall(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)[0]) / 1024


if __name__ == "__main__":
    main()
