"""Rate every match from scratch."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.ratings.services import recompute


class Command(BaseCommand):
    """`manage.py recompute_ratings`: annulled matches drop out, missed ones are added."""

    help = "Rate every match from scratch; says how many numbers differ from those before."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{recompute()} numbers differ from those before.")
