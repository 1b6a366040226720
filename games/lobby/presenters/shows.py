"""The boards one can look at from the front door."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards.names import bot_name, game_name, title_of
from games.boards.pictures import picture_svg
from games.lobby.selectors.shows import Show


@dataclass(frozen=True, slots=True)
class ShowCard:
    """A match under way, as a picture with a way in."""

    url: str
    title: str
    game_name: str
    picture: SafeString


def show_card(show: Show, *, piece_set: str) -> ShowCard:
    """The card of a running match between bots, with the pieces of *piece_set*."""
    return ShowCard(
        url=reverse("games:match", args=[show.uid]),
        title=title_of(tuple(bot_name(show.game, level) for level in show.bots)),
        game_name=game_name(show.game),
        picture=picture_svg(show.game, show.view, None, piece_set=piece_set),
    )
