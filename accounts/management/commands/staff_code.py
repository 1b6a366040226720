"""The operator's way to let staff set up a second factor, the first of them above all."""

from __future__ import annotations

from django.core.management import CommandError
from django.utils import timezone

from accounts.common import events
from accounts.management.people import PersonCommand
from accounts.models import User
from accounts.sign_in import staff_codes


class Command(PersonCommand):
    help = "Prints a code, good once within a day, with which staff set up a second factor."

    def act(self, user: User) -> None:
        if not user.is_staff:
            raise CommandError("Only staff need a code; others set up a second factor without.")
        events.note("staff-code-given", user=user.pk, what="operator")
        self.stdout.write(staff_codes.give(user, timezone.now()))
