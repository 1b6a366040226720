"""The file of a user's own data, as the workers put it together."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.personal.exporting import ask_export, go_on_exporting
from games.personal.selectors import file_of
from tests.kit.builders import NOON


def put_together(user: User, now: datetime = NOON) -> bytes:
    """Ask for the file, let a worker make all of it, and read it."""
    ask_export(user=user, now=now)
    while not go_on_exporting(user_id=user.pk, now=now):
        pass
    content = file_of(user)
    assert content is not None
    return content
