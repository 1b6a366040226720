"""Who may look on while a match is played, and how far behind: part of the terms of an offer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from games.match.status import Status

if TYPE_CHECKING:
    from games.match.models import Match

ANYONE, BY_LINK, CLOSED = "", "link", "closed"
DELAYS = ("4", "10", "20")
"""By how many plies what onlookers see may lag behind."""
CHOICES = (ANYONE, *DELAYS, BY_LINK, CLOSED)
"""What its makers can choose."""
ANONYMOUS = "anon"
"""Nobody until the end, and till then the players do not know each other: two seeks that ask for it
are paired by themselves (`games.match.reading.names`)."""
DAY = "day"
"""Nobody until the day on which it was made is over, wherever (UTC): it is the match of a day, and
whoever has still to play it is not to learn how others did."""
KNOWN = (*CHOICES, ANONYMOUS, DAY)


def delay_of(match: Match) -> int:
    """Return how many plies onlookers see *match* behind, while it is played."""
    is_delayed = match.status == Status.ACTIVE and match.onlookers in DELAYS
    return int(match.onlookers) if is_delayed else 0


def is_closed(match: Match) -> bool:
    """Return whether nobody looks on but staff: until the end, or until its day is over."""
    if match.onlookers not in (CLOSED, ANONYMOUS, DAY):
        return False
    return match.status == Status.ACTIVE or is_of_today(match)


def is_of_today(match: Match) -> bool:
    """Return whether it is the match of a day that is not over."""
    return match.onlookers == DAY and timezone.now() < end_of_day(match.created_at)


def end_of_day(moment: datetime) -> datetime:
    """Return when the day of *moment* is over, in UTC."""
    midnight = moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(days=1)
