"""Make the tables of all events anew from their matches."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.ladders.services.counting import sweep_places
from games.tournaments.services.repairing import repair_all


class Command(BaseCommand):
    """Prints how many rows were other ones: none, unless something is broken."""

    help = (
        "Make the tables of tournaments and leagues anew from their matches, and the places of"
        " ladders from their steps; prints how many rows were other ones."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Recompute them, one transaction an event."""
        now = timezone.now()
        tables, wrong = repair_all(now)
        self.stdout.write(f"{wrong} rows in {tables} tables were other ones.")
        self.stdout.write(f"{sweep_places(now)} places on ladders were other ones.")
