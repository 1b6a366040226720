"""The operator's way to make somebody one of the staff, or to end that."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Group
from django.core.management import CommandError

from accounts.common import events
from accounts.management.people import PersonCommand
from accounts.models import User
from accounts.sign_in import sessions
from games.moderation.roles import ROLES


class Command(PersonCommand):
    help = "Gives somebody one role of the staff, or with `none` takes every role away."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("role", choices=[*ROLES, "none"])

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        self.role = role
        super().handle(*args, **options)

    def act(self, user: User) -> None:
        if user.is_guest or not user.is_active:
            raise CommandError("Guests and closed accounts cannot be staff.")
        user.is_staff = self.role != "none"
        user.save(update_fields=["is_staff"])
        user.groups.set(Group.objects.filter(name=self.role))
        sessions.end_all(user)
        events.note("rights-changed", user=user.pk, what=self.role)
        if user.is_staff:
            note = "Signed out everywhere. Next: `staff_code` gives the code for a second factor."
            self.stdout.write(f"{user.name} is {self.role}. {note}")
        else:
            self.stdout.write(f"{user.name} is not staff any more, and signed out everywhere.")
