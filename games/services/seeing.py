"""What a player has looked at: it settles notices, and clears the desk of ended matches."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from games import live
from games.models import Match, Player, Status
from games.permissions import check_seated
from games.services import telling
from games.transactions import writing
from games.viewers import seat_of

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser


def see_match(*, uid: str, user: AbstractBaseUser | AnonymousUser, now: datetime) -> None:
    """Note that *user* has the board of match *uid* before their eyes.

    Raises Match.DoesNotExist or NotSeated. A tab left open is not a pair of
    eyes: pages call this only after recent input.
    """
    with writing():
        match = Match.objects.get(uid=uid)
        players = list(match.players.all())
        if match.started_at is None and seat_of(user, players) is None:
            raise Match.DoesNotExist  # for all that strangers may know
        player = check_seated(user, players)
        assert player.user_id is not None
        if telling.settle_seen(player.user_id, match, now):
            live.announce_desk(player.user_id)
        if match.status in (Status.FINISHED, Status.ABORTED):
            unseen = Player.objects.filter(pk=player.pk, seen_end_at__isnull=True)
            unseen.update(seen_end_at=now)
