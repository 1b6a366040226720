"""The operator's way to let a class sign up behind one address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser
from django.urls import reverse
from django.utils import timezone

from accounts.common import events
from accounts.sign_in import sign_up_codes


class Command(BaseCommand):
    help = "Prints a code, good for an hour, by which so many sign up behind one address."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("accounts", type=int, help=f"from 1 to {sign_up_codes.MOST}")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = sign_up_codes.give(options["accounts"], timezone.now())
        except ValueError as error:
            raise CommandError(f"A code is for 1 to {sign_up_codes.MOST} accounts.") from error
        events.note("sign-up-opened", what="operator")
        self.stdout.write(code)
        self.stdout.write(f"{settings.SITE_URL}{reverse('account_signup')}?code={code}")
