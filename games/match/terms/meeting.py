"""Who may sit at one board."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.guardians.meeting import may_meet
from accounts.models import User
from games.common.exceptions import NotForChildren
from games.match.terms.programs import check_programs_meet


def check_meets(users: Sequence[User], *, rated: bool, now: datetime) -> None:
    """Raises unless these users may play each other: NotForChildren for a child and somebody its
    grown-up has not allowed, and what `check_programs_meet` does."""
    if not may_meet(users):
        raise NotForChildren
    check_programs_meet(users, rated=rated, now=now)
