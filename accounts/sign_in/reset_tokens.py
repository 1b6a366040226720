from __future__ import annotations

from allauth.account.forms import EmailAwarePasswordResetTokenGenerator

from accounts.models import User


class ResetTokenGenerator(EmailAwarePasswordResetTokenGenerator):
    """A link dies with the password, with the address, and with the next link."""

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}|{user.reset_links}"
