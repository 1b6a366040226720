"""Whether a coach speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.coach.models import Coached

if TYPE_CHECKING:
    from games.match.models import Match, Player


def is_coached(match: Match, players: Sequence[Player]) -> bool:
    """Return whether a coach speaks to the one person who plays *match*.

    Where persons play each other, and where something is at stake, nothing is asked of the
    database.
    """
    is_alone = any(player.bot for player in players) and not match.rated
    return is_alone and Coached.objects.filter(match=match).exists()
