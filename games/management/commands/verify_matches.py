"""Checks every stored match against the rules: to be run after a restore or before a release."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management import BaseCommand

from games.moderation.selectors.audits import verified_matches


class Command(BaseCommand):
    help = "Replays every match and compares; prints the faulty ones and fails if there are any."

    def handle(self, *args: Any, **options: Any) -> None:
        looked_at = faulty = 0
        for uid, faults in verified_matches():
            looked_at += 1
            if faults:
                faulty += 1
                self.stdout.write(f"{uid}: {'; '.join(faults)}")
        self.stdout.write(f"{looked_at} matches looked at, {faulty} faulty")
        if faulty:
            sys.exit(1)
