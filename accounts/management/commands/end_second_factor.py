"""For somebody who lost app and recovery codes, once you are sure who asks."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from accounts.common import events
from accounts.management.people import PersonCommand
from accounts.models import User
from accounts.sign_in import second_factor


class Command(PersonCommand):
    help = "Ends the second factor and all sign-ins of a person, and mails it to them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--with-passkeys", action="store_true", help="delete passkeys, too")

    def handle(self, *args: Any, with_passkeys: bool, **options: Any) -> None:
        self.with_passkeys = with_passkeys
        super().handle(*args, **options)

    def act(self, user: User) -> None:
        had_one = second_factor.is_set_up(user)
        passkeys = second_factor.count_passkeys(user)
        second_factor.end(user, with_passkeys=self.with_passkeys)
        events.note("factor-reset", user=user.pk, what="operator")
        said = "The second factor is ended." if had_one else "There was no second factor."
        fate = "deleted" if self.with_passkeys else "kept (--with-passkeys deletes them)"
        self.stdout.write(f"{said} All sign-ins are ended. Passkeys {fate}: {passkeys}.")
