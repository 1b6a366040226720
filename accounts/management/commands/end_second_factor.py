"""For somebody who lost app and recovery codes, once you are sure who asks."""

from __future__ import annotations

from accounts.common import events
from accounts.management.people import PersonCommand
from accounts.models import User
from accounts.sign_in import second_factor


class Command(PersonCommand):
    help = "Ends the second factor and all sign-ins of a person, and mails it to them."

    def act(self, user: User) -> None:
        had_one = second_factor.end(user)
        events.note("factor-reset", user=user.pk, what="operator")
        said = "The second factor is ended." if had_one else "There was no second factor."
        self.stdout.write(f"{said} All sign-ins are ended.")
