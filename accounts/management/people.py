"""What the commands about people share."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounts.models import User
from accounts.sign_in.find_user import user_called


class PersonCommand(BaseCommand):
    """A command about one person, named or found by confirmed address."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name, or the confirmed e-mail address")

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_called(options["name"])
        if user is None:
            raise CommandError("There is nobody of this name.")
        self.act(user)

    def act(self, user: User) -> None:
        """Carry out the command for *user*."""
        raise NotImplementedError
