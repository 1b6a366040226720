"""The matches that a moderator looks into: everybody's own list."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from games.match.reading.selectors import match_by_uid
from games.moderation.models import Inquiry
from games.moderation.services.log import NotAllowed, Why, write
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match


def keep_in_sight(match: Match, actor: User, now: datetime) -> None:
    """Put *match* on the list of *actor*, unless it is there."""
    Inquiry.objects.get_or_create(
        match=match, actor=actor, closed_at=None, defaults={"opened_at": now}
    )


def close_inquiry(*, uid: str, actor: User, now: datetime) -> None:
    """Take match *uid* off one's own list. Raises NoSuchMatch or NotAllowed.

    The match stays as it is: to let it go on, it has to be resumed.
    """
    if not actor.has_perm("moderation.halt_matches"):
        raise NotAllowed
    with writing():
        match = match_by_uid(uid)
        own = Inquiry.objects.filter(match=match, actor=actor, closed_at=None)
        if own.update(closed_at=now):
            write(Why(actor, "report", ""), "inquiry-closed", now=now, match=match)
