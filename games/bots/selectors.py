"""Which turns bots owe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from games.bots.models import BotTurn
from queues import leases

if TYPE_CHECKING:
    from games.match.models import Match


def seats_in_debt(match: Match) -> list[int]:
    """The seats of *match* whose bots owe a turn, in order."""
    debts = BotTurn.objects.filter(match=match).order_by("seat")
    return list(debts.values_list("seat", flat=True))


def owed_turns() -> int:
    """How many turns bots owe now."""
    return BotTurn.objects.count()


def oldest_owed_turn() -> float:
    """How many seconds the turn is late that a bot has owed longest."""
    return leases.seconds_late(BotTurn.objects.all(), now=timezone.now())
