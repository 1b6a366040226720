"""Fills the embedded site with people to try it with, and boards to look at."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from games.lobby import demo


class Command(BaseCommand):
    help = "Makes the demo site: some people, and bots at play. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            demo.furnish(timezone.now())
        except demo.NotADemoHouse as error:
            raise CommandError(
                "The demo site has people with a known password, so it exists only in embedded "
                "mode on a loopback address."
            ) from error
        guests = ", ".join(demo.GUESTS)
        self.stdout.write(f"  Demo guests: {guests}. Their password: {settings.DEMO_PASSWORD}")
