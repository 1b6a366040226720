"""Boards anybody may look at from the front door: those between the house's own bots."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER
from games.models import Match, Status
from games.referee import Referee


@dataclass(frozen=True, slots=True)
class Show:
    """A match under way, as an onlooker sees it."""

    uid: str
    game: str
    bots: tuple[str, ...]
    """The levels of the bots, by seat."""
    view: JsonObject


def running_shows(most: int) -> list[Show]:
    """The newest running matches in which only bots sit, at most *most*."""
    running = Match.objects.filter(status=Status.ACTIVE).exclude(players__bot="")
    newest = list(running.prefetch_related("players").order_by("-started_at")[:most])
    referees = Referee.for_each(newest)
    return [_show(match, referees[match.pk]) for match in newest]


def _show(match: Match, referee: Referee) -> Show:
    bots = tuple(player.bot for player in match.players.all())
    return Show(match.uid, match.game, bots, referee.view(BYSTANDER))
