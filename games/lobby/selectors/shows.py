"""Boards anybody may look at from the front door: those between the site's own bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import prefetch_related_objects

from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER
from games.match.reading.selectors import house_matches
from games.match.reading.visibility import listed
from games.match.referee import Referee
from queues.prepared import Prepared

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


MOST = 3

_newest: Prepared[Match] = Prepared(
    lambda: house_matches().filter(listed()).order_by("-started_at")[:MOST]
)


def running_shows() -> list[Show]:
    """Return the newest running matches in which only bots sit, at most `MOST`."""
    newest = _newest()
    prefetch_related_objects(newest, "players")
    referees = Referee.for_each(newest)
    return [_show(match, referees[match.pk]) for match in newest]


def _show(match: Match, referee: Referee) -> Show:
    bots = tuple(player.bot for player in match.players.all())
    return Show(match.uid, match.game, bots, referee.view(BYSTANDER))
