"""Taking hold of a match before changing it."""

from __future__ import annotations

from games.match.models import Match, Player
from games.match.selectors import players_of


def lock_match(*, uid: str) -> tuple[Match, list[Player]]:
    """The match under its row lock, with its players in seat order; raises Match.DoesNotExist.

    Every service that changes a match starts here, so two changes to one match
    happen one after the other, and changes to different matches never wait.
    """
    match = Match.objects.select_for_update(no_key=True).get(uid=uid)
    return match, players_of(match)
