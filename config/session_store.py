"""Sessions as rows, looked up by keys we could have made."""

from __future__ import annotations

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A cookie may hold anything, even a NUL, which PostgreSQL refuses to look for."""

    def _validate_session_key(self, key: str) -> bool:
        is_fit = super()._validate_session_key(key)  # type: ignore[misc]
        return bool(is_fit) and key.isascii() and key.isalnum()
