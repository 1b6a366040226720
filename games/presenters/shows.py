"""The boards one can look at from the front door."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.presenters.games import game_name
from games.presenters.people import bot_name
from games.presenters.pictures import picture_svg
from games.selectors.shows import Show


@dataclass(frozen=True, slots=True)
class ShowCard:
    """A match under way, as a picture with a way in."""

    url: str
    title: str
    game_name: str
    picture: SafeString


def show_card(show: Show) -> ShowCard:
    """The card of a running match between bots."""
    return ShowCard(
        url=reverse("games:match", args=[show.uid]),
        title=_("%(south)s against %(north)s")
        % {"south": bot_name(show.bots[0]), "north": bot_name(show.bots[1])},
        game_name=game_name(show.game),
        picture=picture_svg(show.game, show.view, None),
    )
