"""Runs each test file in a process of its own, its tests in an order drawn by chance.

`python -m tests.alone [--seed N] [--shards N] [file ...]`. What takes long to import is imported
once: every file is run by a fork of that process.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WITH_A_BROWSER = ROOT / "tests" / "e2e"
MOST_SECONDS = 900  # of a file


def files_to_run() -> list[str]:
    """Every test file but those that need a browser."""
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in found if WITH_A_BROWSER not in path.parents]


def run_file(file: str, output: int) -> int:
    """Run *file* in a fork of this process that prints to *output*; its exit status."""
    child = os.fork()
    if not child:
        import pytest

        os.dup2(output, 1)
        os.dup2(output, 2)
        os._exit(pytest.main(["-q", "-n0", "-p", "no:cacheprovider", file]))
    until = time.monotonic() + MOST_SECONDS
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -9


def run_shard(files: list[str]) -> int:
    """Run the files one after the other, and print what failed; how many."""
    import django

    django.setup()
    import config.asgi
    import config.urls  # noqa: F401

    failed = 0
    for file in files:
        began = time.monotonic()
        with tempfile.TemporaryFile() as printed:
            status = run_file(file, printed.fileno())
            printed.seek(0)
            text = printed.read().decode(errors="replace")
        good = status in (0, 5)  # 5: all of its tests are for another tier
        failed += not good
        print("ok" if good else "FAILED", f"{file} ({time.monotonic() - began:.1f} s)")
        if not good:
            print(text)
    return failed


def main() -> int:
    """Status 1 when a file failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--shards", type=int, default=2, help="processes side by side")
    parser.add_argument("--shard", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*")
    asked = parser.parse_args()
    files = asked.files or files_to_run()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    if asked.shard:
        return min(run_shard(files), 1)
    random.Random(asked.seed).shuffle(files)
    print(f"{len(files)} files, JINYA_TEST_ORDER={asked.seed}")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "JINYA_TEST_ORDER": str(asked.seed),
    }
    command = [sys.executable, "-m", "tests.alone", "--shard"]
    shards = [
        subprocess.Popen([*command, *files[number :: asked.shards]], env=environment, cwd=ROOT)
        for number in range(min(asked.shards, len(files)))
    ]
    return max(shard.wait() for shard in shards)


if __name__ == "__main__":
    sys.exit(main())
