"""Django's own server knows no sockets, no queue and no clock: bots would never move."""

from __future__ import annotations

from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Not for this site: see `play`."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("anything", nargs=REMAINDER)

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("`runserver` serves no sockets and no bots; use `manage.py play`.")
