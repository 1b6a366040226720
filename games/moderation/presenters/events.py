"""Hints about events as staff read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.names import game_name, player_name
from games.moderation.presenters.person import PairText, present_pair
from games.moderation.selectors.events import EventPair
from games.moderation.selectors.links import Pair
from games.tournaments.presenters.pages import shown_name

if TYPE_CHECKING:
    from games.match.models import Match


class Hint(NamedTuple):
    """Two accounts in an event, and what they share."""

    event: str
    url: str
    name: str
    pk: int
    signs: tuple[PairText, ...]


class GivenAway(NamedTuple):
    """A match that somebody has given up early."""

    uid: str
    sentence: str


def present_hint(found: EventPair, pair: Pair) -> Hint:
    """A pair of accounts in an event, and what they share."""
    name = _("Ladder of %(game)s") % {"game": game_name(found.game)}
    return Hint(
        event=shown_name(found.tournament) if found.tournament else name,
        url=reverse("games:event", args=[found.address]),
        name=found.one.name,
        pk=found.one.pk,
        signs=(present_pair(pair),),
    )


def present_given_away(match: Match) -> GivenAway:
    """Return who has given up against whom, and how soon."""
    names = [
        player_name(match.game, one.user.name if one.user else one.bot, is_bot=not one.user)
        for one in match.players.all()
    ]
    lost = next((one.seat for one in match.players.all() if one.result == "lost"), 0)
    sentence = ngettext(
        "%(game)s: %(loser)s gave up against %(winner)s after %(count)d ply.",
        "%(game)s: %(loser)s gave up against %(winner)s after %(count)d plies.",
        match.plies,
    )
    values = {"game": game_name(match.game), "loser": names[lost], "winner": names[1 - lost]}
    return GivenAway(match.uid, sentence % {**values, "count": match.plies})
