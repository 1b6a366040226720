"""The operator's first question: what is wrong with the site?"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from django.core.validators import validate_email

from games.management.doctor import examine


class Command(BaseCommand):
    help = (
        "Tries database, Redis, mail, clock, disk, certificates and proxies; status 1 if one fails."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--mail-to", default="", metavar="ADDRESS", help="send a mail there, to try that, too"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        to = options["mail_to"]
        if to:
            try:
                validate_email(to)
            except ValidationError:
                raise CommandError("--mail-to wants one e-mail address.") from None
        found = examine(to)
        for each in found:
            self.stdout.write(f"{each.part:<12} {each.state:<10} {each.said}")
        wrong = sum(each.state == "WRONG" for each in found)
        if wrong:
            self.stdout.write(f"\n{wrong} of {len(found)} findings are wrong.")
            sys.exit(1)
        self.stdout.write("\nNothing is wrong.")
