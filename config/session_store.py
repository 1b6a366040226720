"""Sessions as rows, looked up by keys we could have made, and read together with their users."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.utils import timezone

from accounts.models import User
from accounts.sign_in import sessions


class SessionStore(db.SessionStore):
    """A cookie may hold anything, even a NUL, which PostgreSQL refuses to look for."""

    user: User | None = None
    """Who signed in by it, as read with it; None if nobody has, and before it is read."""

    def load(self) -> dict[str, Any]:
        """As the base class, but in one statement with the user."""
        found = sessions.read_with_user(self.session_key or "", timezone.now())
        if found is None:
            return super().load()
        data, self.user = found
        return self.decode(data)

    def _validate_session_key(self, key: str) -> bool:
        is_fit = super()._validate_session_key(key)  # type: ignore[misc]
        return bool(is_fit) and key.isascii() and key.isalnum()
