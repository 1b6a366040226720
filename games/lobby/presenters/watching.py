"""The boards one can watch, as pictures with a way in."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards.names import bot_name, game_name, title_of
from games.boards.pictures import picture_svg
from games.lobby.selectors.watching import WatchedBoard


@dataclass(frozen=True, slots=True)
class WatchCard:
    """A match under way; its own page follows it live."""

    url: str
    title: str
    game_name: str
    rated: bool
    picture: SafeString


def watch_card(board: WatchedBoard, *, piece_set: str) -> WatchCard:
    """The card of a match that is being played, with the pieces of *piece_set*."""
    names = (bot_name(board.game, one.name) if one.is_bot else one.name for one in board.seats)
    return WatchCard(
        url=reverse("games:match", args=[board.uid]),
        title=title_of(tuple(names)),
        game_name=game_name(board.game),
        rated=board.rated,
        picture=picture_svg(board.game, board.view, None, piece_set=piece_set),
    )
