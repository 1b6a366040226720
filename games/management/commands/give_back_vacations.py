"""Give back what automatic vacations have taken twice."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from accounts.common.dates import exact_text
from games.match.clocks import vacations


class Command(BaseCommand):
    """Names what it finds; writes only where it is told to."""

    help = "Cuts automatic vacations to what no other of the same person covers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what changes rows."""
        parser.add_argument("--write", action="store_true", help="change them, not only name them")

    def handle(self, *_args: Any, write: bool, **_options: Any) -> None:
        """Name each, one transaction a person."""
        found = vacations.paid_twice()
        for user_id in found:
            cuts = vacations.give_back(user_id=user_id) if write else found[user_id]
            for row, left in cuts:
                was = f"{exact_text(row.starts_at)} to {exact_text(row.ends_at)}"
                kept = f"{exact_text(left[0])} to {exact_text(left[1])}" if left else "nothing"
                self.stdout.write(f"user {user_id}: {was}, of it stays {kept}")
        done = "were given back" if write else "would be given back; --write does it"
        self.stdout.write(
            f"{sum(map(len, found.values()))} vacations of {len(found)} people {done}."
        )
