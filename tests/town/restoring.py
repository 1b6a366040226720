"""A backup in the middle of a season, and a restore hours later: what happened between is gone.

It is done as `docs/operations.md` has it: the rows of the backup, the accounts deleted again that
were deleted since, nothing that waited goes out, and an empty Redis. Pages and keys of people, and
tokens of programs, are of a time that never was; accounts may be unknown.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests.town.faults import Suffering
from tests.town.truths import HOURLY, Truths

LISTED = (
    "SELECT id, date_joined, leaves_at FROM accounts_user WHERE leaves_at IS NOT NULL"
    " OR (NOT is_active AND email = '' AND password LIKE '!%' AND name LIKE 'gone-%')"
)
"""As `deploy/deletions.sql` has it."""


class Restoring:
    """One backup, and the restore that follows."""

    def __init__(self, suffering: Suffering, truths: Truths) -> None:
        self.suffering, self.truths = suffering, truths
        self.scheduler, self.world = suffering.scheduler, suffering.world
        folder = Path(settings.DATABASES["default"]["NAME"]).parent
        self.copy, self.list = folder / "backup.sqlite3", folder / "backup.deletions"

    def start(self, days: float, chance: Random) -> None:
        """Plan both for somewhere in the middle of so many *days*."""
        backup = self.scheduler.clock.now + timedelta(days=days * chance.uniform(0.3, 0.6))
        lost = timedelta(hours=chance.uniform(1, 18))
        self.scheduler.at(backup, "a backup is made", self.back_up)
        self.scheduler.at(backup + lost, "the backup is restored", self.restore)

    def back_up(self) -> None:
        """All rows as they are."""
        self.copy.unlink(missing_ok=True)
        name = settings.DATABASES["default"]["NAME"]
        with closing(sqlite3.connect(name)) as live, closing(sqlite3.connect(self.copy)) as copy:
            live.backup(copy)

    def restore(self) -> None:
        """All rows as they were, and the site as it is begun with them."""
        self._write_list()
        self.suffering.begin_anew()
        name = settings.DATABASES["default"]["NAME"]
        with closing(sqlite3.connect(self.copy)) as copy, closing(sqlite3.connect(name)) as live:
            copy.backup(live)
        call_command("delete_again", str(self.list), stdout=StringIO())
        call_command("after_restore")
        self.scheduler.drop("task ")
        self.suffering.workers.come_back()
        self.suffering.town.forget()
        self.truths.forget(self.scheduler.clock.now + HOURLY)

    def _write_list(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(LISTED)
            rows = [
                {"id": pk, "joined": f"{joined}+00:00", "leaves_at": leaves and f"{leaves}+00:00"}
                for pk, joined, leaves in cursor.fetchall()
            ]
        listed = {"listed_at": self.scheduler.clock.now.isoformat(), "accounts": rows}
        self.list.write_text(json.dumps(listed))
