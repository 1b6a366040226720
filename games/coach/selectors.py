"""Whether a coach speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.coach.models import Coached

if TYPE_CHECKING:
    from games.match.models import Match, Player

COACHED_MOVES = 10
"""The coach speaks before so many of the learner's moves."""


def is_coached(match: Match, players: Sequence[Player], own_moves: int) -> bool:
    """Whether the coach has something to say before the player's next move in *match*.

    Where persons play each other nothing is asked of the database.
    """
    is_alone = any(player.bot for player in players)
    return is_alone and own_moves < COACHED_MOVES and Coached.objects.filter(match=match).exists()
