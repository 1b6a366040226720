"""Make the places of all ladders anew from what has happened."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.ladders.services.counting import sweep_places


class Command(BaseCommand):
    """Prints how many places were other ones."""

    help = "Make the places of all ladders anew from their steps; prints how many were other ones."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Remake them, one transaction a ladder."""
        self.stdout.write(f"{sweep_places(timezone.now())} places were other ones.")
