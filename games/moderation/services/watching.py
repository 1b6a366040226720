"""Whether staff, who could look at what is hidden, win more than their ratings foretell."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from accounts.common import events
from accounts.models import User
from games.ratings.selectors import surprise_of

logger = logging.getLogger(__name__)

LOOKED_AT = timedelta(days=90)
FEWEST = 10
"""Matches from which on the figure says anything."""
TOO_FAR = 4.0
"""Standard deviations."""


def watch_staff(now: datetime) -> list[str]:
    """Raise an alarm for every member of staff whose results are out of line; their names."""
    found = []
    for user in User.objects.filter(is_staff=True).order_by("pk"):
        matches, deviations = surprise_of(user.pk, now - LOOKED_AT)
        if matches >= FEWEST and deviations > TOO_FAR:
            events.note("staff-too-lucky", user=user.pk)
            logger.critical(
                "staff %d: %d matches, %.1f deviations too good", user.pk, matches, deviations
            )
            found.append(user.name)
    return found
