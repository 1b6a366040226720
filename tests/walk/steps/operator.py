"""What the operator does by hand: the doctor, and a copy that stands as a site of its own."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.running import PYTHON
from tests.running.processes import run
from tests.walk.walking import Walk, step

LAST = 3
"""Their turn: when there is most to copy."""


@step("the operator: the doctor; a copy of the database, in which every match holds", 30, LAST)
def operator(walk: Walk) -> None:
    env, away = dict(walk.house.env), walk.house.folder / "away"
    if "JINYA_DATA" in env:
        run([PYTHON, "manage.py", "doctor"], env)
        away.mkdir()
        copy(Path(env["JINYA_DATA"]) / "jinya.sqlite3", away / "jinya.sqlite3")
        shutil.copy(Path(env["JINYA_DATA"]) / "secret_key", away)
        env["JINYA_DATA"] = str(away)
    else:  # restoring takes roles of its own: .ci/production.py
        away.mkdir()
        run(["bin/jinya", "backup", str(away)], env)
    run([PYTHON, "manage.py", "verify_matches"], env)


def copy(source: Path, target: Path) -> None:
    """As docs/operations.md has it, while the site goes on."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
