"""When half and an eighth of a turn's time are left, by the arithmetic of the clock itself."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.match.clocks.calendar import elapsed, runs_out
from games.match.clocks.timeoff import rest_of
from games.match.status import Late
from games.notices.events import Kind

if TYPE_CHECKING:
    from games.match.models import Match, Player

LEAST = timedelta(hours=2)
"""A warning comes at least so long before the deadline, or not at all."""

AGAIN = timedelta(hours=12)
"""So long after a look comes the next at the latest: deadlines come nearer, too."""

FRESH = timedelta(hours=1)
"""The half is told within this, or it is not the half any more."""


def next_look(match: Match, player: Player, now: datetime) -> datetime:
    """Return when the turn of *player* is to be looked at next."""
    ahead = [moment for moment in _moments(match, player) if moment > now]
    return min([*ahead, now + AGAIN])


def due_warning(match: Match, player: Player, now: datetime) -> Kind | None:
    """The warning that is to go out now, if one is."""
    moments = _moments(match, player)
    if not moments or player.deadline is None or player.deadline <= now:
        return None
    half, last = moments
    if now >= last:
        return Kind.CLOCK_LAST
    return Kind.CLOCK_HALF if half <= now < half + FRESH else None


def _moments(match: Match, player: Player) -> list[datetime]:
    """When half and an eighth of the time of this turn are left; none for turns that are short."""
    started, deadline = player.clock_started_at, player.deadline
    if started is None or deadline is None or player.late == Late.CLAIM:
        return []
    latest = deadline - LEAST
    if latest <= started:
        return []
    rest = rest_of(match, player)
    allowance = elapsed(started, deadline, rest)
    moments = (runs_out(allowance * part / 8, started, rest) for part in (4, 7))
    return [min(moment, latest) for moment in moments]
