"""Deletes again the accounts that were deleted since the dump which was restored."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.personal.services import Listed, delete_again


class Command(BaseCommand):
    """`manage.py delete_again jinya-….deletions`: part of `bin/jinya restore`."""

    help = "Deletes again the accounts of a list that `bin/jinya backup` made; says how many."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("list", help="the latest list; /dev/stdin reads it from there")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            listed_at, accounts = read_list(Path(options["list"]).read_text())
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{options['list']} is no list of deletions: {error!r}") from error
        gone = delete_again(accounts, listed_at, timezone.now())
        self.stdout.write(f"{gone} accounts deleted again, of {len(accounts)} on the list")


def read_list(text: str) -> tuple[datetime, list[Listed]]:
    """Return when a list was made, and its accounts. Raises ValueError, KeyError or TypeError."""
    found = json.loads(text)
    accounts = [
        Listed(
            account["id"],
            datetime.fromisoformat(account["joined"]),
            account["leaves_at"] and datetime.fromisoformat(account["leaves_at"]),
        )
        for account in found["accounts"]
    ]
    return datetime.fromisoformat(found["listed_at"]), accounts
