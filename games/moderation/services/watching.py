"""Whether staff, who could look at what is hidden, win more than their ratings foretell."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from accounts.common import events
from accounts.models import User
from games.ratings.selectors import surprise_of
from queues.sweeps import each

logger = logging.getLogger(__name__)

LOOKED_AT = timedelta(days=90)
FEWEST = 10
"""Matches from which on the figure says anything."""
TOO_FAR = 4.0
"""Standard deviations."""


def watch_staff(now: datetime) -> list[str]:
    """Raise an alarm for every member of staff whose results are out of line; their names."""
    found = []

    def look(user: User) -> bool:
        if is_lucky := _is_too_lucky(user, now):
            found.append(user.name)
        return is_lucky

    each(User.objects.filter(is_staff=True).order_by("pk"), look, what="results of staff")
    return found


def _is_too_lucky(user: User, now: datetime) -> bool:
    matches, deviations = surprise_of(user.pk, now - LOOKED_AT)
    if matches < FEWEST or deviations <= TOO_FAR:
        return False
    events.note("staff-too-lucky", user=user.pk)
    logger.critical("staff %d: %d matches, %.1f deviations too good", user.pk, matches, deviations)
    return True
