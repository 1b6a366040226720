"""Boards anybody may look at from the front door: those between the house's own bots."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER
from games.models import Match, Player, Status
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
    people = Player.objects.filter(bot="")
    running = Match.objects.filter(status=Status.ACTIVE).exclude(players__in=people)
    newest = running.prefetch_related("players").order_by("-started_at")[:most]
    return [_show(match) for match in newest]


def _show(match: Match) -> Show:
    bots = tuple(player.bot for player in match.players.all())
    return Show(match.uid, match.game, bots, Referee(match).view(BYSTANDER))
