"""The user who was read with the session that is just being looked through."""

from __future__ import annotations

from contextvars import ContextVar

from accounts.models import User

read: ContextVar[User | None] = ContextVar("read", default=None)
