"""Makes the key by which push services know a site."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand

from games.endpoints import webpush


class Command(BaseCommand):
    help = "Prints a new key for JINYA_VAPID_KEY; browsers subscribed by another are lost."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(webpush.new_key())
