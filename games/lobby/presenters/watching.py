"""The boards one can watch, as pictures with a way in."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.boards.names import bot_name, game_name, title_of
from games.boards.pictures import picture_svg
from games.common.pulls import Pull, Reader
from games.lobby.selectors.watching import WatchedBoard, match_to_watch


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


def watch_pull(reader: Reader) -> Pull | None:
    """A match to look at, for whoever has no move to make."""
    found = match_to_watch(reader.user) if reader.is_free else None
    if found is None:
        return None
    words = f"{game_name(found.game)}: {title_of(tuple(one.name for one in found.seats))}"
    url = reverse("games:match", args=[found.uid])
    return Pull(words, url, pgettext("matches", "Watch"))
