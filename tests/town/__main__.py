"""Play seasons of the town from the command line: `python -m tests.town --help`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str]) -> int:
    """Play what is asked for; 1 if something is wrong in it."""
    asked = read(arguments)
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="jinya-town-", dir=memory if memory.is_dir() else None))
    os.environ.update(
        DJANGO_SETTINGS_MODULE="tests.town.settings",
        JINYA_DATA=str(folder),
        JINYA_FINISHED_FIRST="0",
    )
    import django

    django.setup()
    from tests.town.seasons import play_all

    try:
        return play_all(asked)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.town", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the first season")
    parser.add_argument("--seasons", type=int, default=1, help="how many, each with the next seed")
    parser.add_argument("--people", type=int, default=12)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--rough", action="store_true", help="with faults of the machine")
    parser.add_argument("--quiet", action="store_true", help="people come as seldom as they do")
    parser.add_argument("--twins", action="store_true", help="each twice, with other secrets")
    parser.add_argument("--events", type=int, help="stop after so many")
    parser.add_argument("--debug", action="store_true", help="open a debugger at the end")
    parser.add_argument("--without", default="", help="people who do nothing, by their numbers")
    parser.add_argument("--skip", default="", help="visits that do not take place: 3:1,3:2")
    parser.add_argument("--shrink", action="store_true", help="leave out what it fails without")
    parser.add_argument("--tries", type=int, default=60, help="of seasons to shrink one")
    parser.add_argument("--plant", default="", help="a fault to be put into the code and found")
    parser.add_argument("--kept", action="store_true", help="play the seeds that found something")
    parser.add_argument("--twice", action="store_true", help="play each twice and compare")
    parser.add_argument("--verbose", action="store_true", help="tell what was done how often")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
