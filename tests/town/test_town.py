"""A small season: nothing is wrong in it, it is the same every time, and planted faults are found.

Long ones are `make town`; nights of them are in `make prove`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.town.clock import Clock, seeded
from tests.town.digest import SMALL, stored
from tests.town.season import ROOT


def town(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Play in a process of its own, with a site and a clock of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tests.town", *arguments],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_season_is_sound_and_the_same_on_every_machine() -> None:
    """Whatever the order of sets, and where in the world the machine stands."""
    played = town(*SMALL, PYTHONHASHSEED="7", TZ="Pacific/Kiritimati", LANG="ja_JP.UTF-8")
    assert played.returncode == 0, played.stdout + played.stderr
    found = re.findall(r"digest (\w+)", played.stdout)
    assert found == [stored()], (
        f"the season comes to {found}, and {stored()} is stored: if other public rows are what"
        " this change is for, run python -m tests.town.digest and commit tests/town/digest.txt"
    )


def test_a_season_is_the_same_after_another_in_one_process() -> None:
    """Sockets of the second read the rows of the second: who shrinks one plays many."""
    season = ("--seed", "4", "--people", "2", "--days", "1", "--events", "100")
    played = town(*season, "--twice")
    assert played.returncode == 0, played.stdout + played.stderr


def test_a_planted_fault_is_found_and_told_of() -> None:
    found = town("--seasons", "0", "--plant", "warning-is-told-again-and-again")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "a letter is not sent" in found.stdout


@pytest.mark.prove
def test_every_planted_fault_is_found() -> None:
    arguments = ("--seed", "1", "--people", "6", "--days", "4", "--seasons", "50")
    found = town(*arguments, "--plant", "all")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.prove
def test_nothing_is_wrong_where_everything_goes_wrong() -> None:
    """Processes die, the database and all other ends fail, and clocks are changed."""
    rough = town("--seed", "301", "--people", "10", "--days", "6", "--rough", "--seasons", "5")
    assert rough.returncode == 0, rough.stdout + rough.stderr


@pytest.mark.prove
def test_seeds_that_found_a_fault_find_none_any_more() -> None:
    played = town("--kept")
    assert played.returncode == 0, played.stdout + played.stderr


def test_all_randomness_follows_from_the_seed() -> None:
    import secrets
    import uuid

    drawn = []
    for seed, skips in (("1", 0), ("1", 3), ("2", 0)):
        with seeded(seed) as begin:
            secrets.token_hex(8 + skips)
            begin("an event")  # whatever was drawn before
            drawn.append((secrets.token_hex(8), secrets.choice("abcdefgh"), uuid.uuid4().hex))
    assert drawn[0] == drawn[1] != drawn[2]


def test_the_clock_stands_until_it_is_moved() -> None:
    import time
    from datetime import timedelta

    from django.utils import timezone

    clock = Clock()
    with clock.running():
        before = timezone.now(), time.time(), time.monotonic()
        clock.move_to(clock.now + timedelta(minutes=1))
        after = timezone.now(), time.time(), time.monotonic()
    assert after[0] - before[0] == timedelta(minutes=1)
    assert after[1] - before[1] == after[2] - before[2] == 60
