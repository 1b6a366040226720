"""`manage.py play` with slow bots and every database connection written down.

Run as ``python -m tests.faults.watched_house``. Planned moves are due soon, and are made slowly.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import tests.faults.slow_bots  # noqa: F401
from tests.faults import CONNECTIONS

KINDS = {
    "celery.app.trace": "worker",
    "django.core.handlers.exception": "page",
    "channels.db": "socket",
    "django.core.management.commands.migrate": "migration",
}
"""Who opened a connection, by a module found among its callers."""


def note(connection: Any, **_others: object) -> None:
    """Write down how the new connection is set, and for whom it was opened."""
    with connection.cursor() as cursor:
        found = {name: _pragma(cursor, name) for name in ("journal_mode", "synchronous")}
        found["foreign_keys"] = _pragma(cursor, "foreign_keys")
    found |= {"transaction_mode": connection.transaction_mode, "kind": _kind(sys._getframe())}
    with (Path(os.environ["JINYA_DATA"]) / CONNECTIONS).open("a") as file:
        file.write(json.dumps(found) + "\n")


def _pragma(cursor: Any, name: str) -> object:
    return cursor.execute(f"PRAGMA {name}").fetchone()[0]


def _kind(frame: FrameType | None) -> str:
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module in KINDS:
            return KINDS[module]
        frame = frame.f_back
    return "other"


if __name__ == "__main__":
    from django.core.management import execute_from_command_line
    from django.db.backends.signals import connection_created

    from tests.faults.hasty_plans import hasten

    connection_created.connect(note)
    hasten()
    execute_from_command_line(["manage.py", "play", "--no-demo"])
