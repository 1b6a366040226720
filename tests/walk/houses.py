"""The sites that are walked through, each started by the commands that its documents name."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from tests.running import PYTHON
from tests.running.houses import embedded, servers
from tests.running.processes import run
from tests.walk import steps
from tests.walk.coverage import all_met, missing, summary
from tests.walk.logs import logs_of, wrong_records
from tests.walk.mails import mail_server
from tests.walk.walking import STEPS, House, Outcome, Step, walk

PLAY = (PYTHON, "manage.py", "play")
"""What `make play` runs."""
QUEUES = ("clock", "pairing", "mail", "thinking")
"""Each with a worker of its own, as in compose.yaml and deploy/systemd."""


def chosen(words: Sequence[str]) -> list[Step]:
    """The steps whose names have one of the *words*; all without any."""
    assert steps
    return [each for each in STEPS if not words or any(word in each.name for word in words)]


def faults_of(house: House, outcomes: Sequence[Outcome]) -> list[str]:
    """What was wrong, by the walk and by the logs of the site."""
    failed = [f"{each.step.name}: {each.fault}" for each in outcomes if each.fault]
    broken = [
        f"{each.step.name}: {asked.method} {asked.path} answered {asked.status}"
        for each in outcomes
        for asked in each.asked
        if asked.status >= 500
    ]
    return [*failed, *broken, *wrong_records(logs_of(house.folder))]


def walked(house: House, words: Sequence[str]) -> list[str]:
    """Take the steps, and after a whole walk see what was met by none of them; what was wrong."""
    began = time.monotonic()
    outcomes = walk(house, chosen(words))
    print(f"walked in {time.monotonic() - began:.0f} s")
    faults = faults_of(house, outcomes)
    if not words:
        lists = all_met(outcomes, logs_of(house.folder))
        print(*summary(lists), sep="\n")
        faults += missing(lists)
    return faults


def walk_embedded(folder: Path, words: Sequence[str] = ()) -> list[str]:
    """Walk through the site that `make play` starts in an empty *folder*; what was wrong."""
    with embedded(folder, PLAY, JINYA_LOG_LEVEL="INFO") as house:
        print(f"open after {house.start():.1f} s")
        return walked(house, words)


def walk_servers(folder: Path, words: Sequence[str] = ()) -> list[str]:
    """Walk through two web processes, a worker for each queue and a beat, on PostgreSQL and Redis;
    what was wrong."""
    with servers(folder, webs=2) as house, mail_server(folder / "mail") as mails:
        house.env |= {
            "JINYA_LOG_LEVEL": "INFO",
            "JINYA_EMAIL_URL": mails,
            "JINYA_EMAIL_STARTTLS": "false",
        }
        began = time.monotonic()
        house.start(QUEUES)
        print(f"open after {time.monotonic() - began:.1f} s")
        run(["bin/jinya", "manage", "load_puzzles"], house.env)
        return walked(house, words)
