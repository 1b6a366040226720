"""An offer stands again when whoever took it leaves before a first move of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.common import live
from games.lobby.models import AGAIN, Seek
from games.lobby.services.series import COPIED, give_back
from games.match.changes.followers import Change, Kind
from games.ratings.pools import LIVE, pace_of

if TYPE_CHECKING:
    from games.match.models import Match, Player


def repost_offer(change: Change) -> None:
    """Open the seek again by which the match began, if its taker has left it unplayed.

    The one who left gets none again, and does not get into this one (`pairing`). It stands as
    long as it would still have stood when it was taken; one for live play, until then at the
    latest. Once for each match. Of a series that goes on there is one match more instead.
    """
    left = _left(change)
    staying = [one.user_id for one in change.players if one not in left]
    if not left or not any(staying):
        return
    for seek in Seek.objects.filter(match=change.match, user__in=staying):
        if not give_back(seek):
            _open_again(seek, change.match, change.now)


def _open_again(seek: Seek, match: Match, now: datetime) -> None:
    assert match.started_at is not None
    is_live = pace_of(seek.time_control) == LIVE
    expires = seek.expires_at if is_live else now + (seek.expires_at - match.started_at)
    if expires <= now:
        return
    fields = {name: getattr(seek, name) for name in COPIED}
    fields["bot_at"] = seek.bot_at and now + (seek.bot_at - seek.created_at)
    fields |= {"created_at": now, "expires_at": expires}
    _again, is_new = Seek.objects.get_or_create(
        user_id=seek.user_id, key=f"{AGAIN}{match.uid}", defaults=fields
    )
    if is_new:
        live.announce_lobby()


def _left(change: Change) -> Sequence[Player]:
    """Who has left the match by this change without a move of their own."""
    unmoved = [one for one in change.players if not one.has_moved]
    if change.kind == Kind.CANCELLED and change.match.ended_how == "left":
        return [one for one in unmoved if change.subject == f"seat {one.seat}"]
    if change.kind == Kind.CANCELLED and change.match.ended_how == "first-move":
        return [one for one in unmoved if one.missed]
    if change.kind == Kind.OVER and change.match.ended_how == "resignation":
        return [one for one in unmoved if one.result == "lost"]
    return []
