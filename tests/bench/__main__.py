"""`make bench`: measure, each subject in a process of its own. Nothing is asserted here.

`python -m tests.bench turns` measures one subject.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from tests.running.signals import end_in_good_order

PATIENCE = 60.0  # seconds
FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


def main() -> int:
    """Run what is asked for; 1 if any of it broke."""
    subjects = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    asked = sys.argv[1:] or subjects
    unknown = sorted({*asked} - {*subjects})
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(subjects)}")
        return 2
    end_in_good_order()
    load = os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} before\n")
    return max([_run(subject) for subject in asked])


def _run(subject: str) -> int:
    print(f"== {subject}", flush=True)
    began = time.monotonic()
    status = _ended([sys.executable, "-m", f"tests.bench.bench_{subject}"])
    print(f"({time.monotonic() - began:.0f} s)\n", flush=True)
    return int(status != 0)


def _ended(command: list[str]) -> int:
    """The exit status; if we are to end ourselves, the subject gets the time to tidy up."""
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            return process.wait()
        finally:
            process.terminate()
            process.wait(PATIENCE)


if __name__ == "__main__":
    sys.exit(main())
