"""Who may look on while a match is played, and how far behind: part of the terms of an offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.status import Status

if TYPE_CHECKING:
    from games.match.models import Match

ANYONE, BY_LINK, CLOSED = "", "link", "closed"
DELAYS = ("4", "10", "20")
"""By how many plies what onlookers see may lag behind."""
CHOICES = (ANYONE, *DELAYS, BY_LINK, CLOSED)


def delay_of(match: Match) -> int:
    """How many plies onlookers see *match* behind, while it is played."""
    is_delayed = match.status == Status.ACTIVE and match.onlookers in DELAYS
    return int(match.onlookers) if is_delayed else 0


def is_closed(match: Match) -> bool:
    """Whether nobody looks on but staff: until the end."""
    return match.onlookers == CLOSED and match.status == Status.ACTIVE
