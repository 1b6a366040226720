"""Which turns bots owe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef
from django.utils import timezone

from engines.catalogue import meta_for
from games.bots.models import BotTurn, Opinion
from queues import leases

if TYPE_CHECKING:
    from games.match.models import Match


@dataclass(frozen=True, slots=True)
class OpinionFacts:
    """The move that a bot would have played on a board of a finished match."""

    level: str
    move: str
    """Empty while it is being thought about."""


def opinions_at(match: Match, ply: int) -> tuple[OpinionFacts, ...]:
    """Return the opinions asked of bots on the board after *ply* plies, answered or not."""
    asked = Opinion.objects.filter(match=match, ply=ply)
    found = {row.level: OpinionFacts(row.level, row.move) for row in asked}
    levels = meta_for(match.game).bot_levels
    return tuple(found[level] for level in levels if level in found)


def seats_in_debt(match: Match) -> list[int]:
    """Return the seats of *match* whose bots owe a turn, in order."""
    debts = BotTurn.objects.filter(match=match).order_by("seat")
    return list(debts.values_list("seat", flat=True))


def owed_turns() -> int:
    """Return how many turns bots owe now."""
    return BotTurn.objects.count()


def oldest_owed_turn() -> float:
    """Return how many seconds the longest-owed turn of a bot is late, without those set aside."""
    return leases.seconds_late(BotTurn.objects.filter(set_aside_in=""), now=timezone.now())


IS_STUCK = Exists(
    BotTurn.objects.filter(match=OuterRef("match_id"), seat=OuterRef("seat")).exclude(
        set_aside_in=""
    )
)
"""Whether a player is a bot whose turn is set aside, asked along with the players."""


def turns_set_aside() -> int:
    """Return how many turns of bots are set aside, as they failed time and again."""
    return BotTurn.objects.exclude(set_aside_in="").count()
