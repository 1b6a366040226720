"""Boards anybody may look at from the front door: those between the site's own bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER
from games.match.reading.selectors import house_matches
from games.match.reading.visibility import listed
from games.match.referee import Referee

if TYPE_CHECKING:
    from games.match.models import Match


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
    newest = list(
        house_matches().filter(listed()).prefetch_related("players").order_by("-started_at")[:most]
    )
    referees = Referee.for_each(newest)
    return [_show(match, referees[match.pk]) for match in newest]


def _show(match: Match, referee: Referee) -> Show:
    bots = tuple(player.bot for player in match.players.all())
    return Show(match.uid, match.game, bots, referee.view(BYSTANDER))
