"""Lets the turns of bots that were set aside be tried again, after what was wrong is mended."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand

from games.bots.failing import retry_turns


class Command(BaseCommand):
    help = "Lets the turns of bots that were set aside be tried again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Turns that are tried again: {retry_turns()}.")
