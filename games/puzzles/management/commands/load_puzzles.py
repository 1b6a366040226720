"""Takes in the puzzles that the site comes with. Safe to repeat: what is there stays as it is."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.puzzles.services import load_shipped


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Loads every file; says how many puzzles were new."""
        self.stdout.write(f"{load_shipped()} new puzzles")
