"""What follows a restore, before anything is started again."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand
from django.db import transaction

from games.wiring import AFTER_RESTORE


class Command(BaseCommand):
    help = "Drops what a restored site must not do again, like mails that may have been sent."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        for forget in AFTER_RESTORE:
            forget()
