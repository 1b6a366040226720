"""The games as the lobby shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presenters.games import game_name


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in one breath."""

    slug: str
    name: str
    kanji: str
    tagline: str


def game_card(slug: str) -> GameCard:
    """The card of a game we host."""
    kanji, tagline = {
        "xiongqi": (
            "熊棋",
            _("Chinese chess on a square board, with bears, and generals who must not face."),
        ),
        "gunjin": (
            "軍人",
            _("Hidden armies meet over two bridges, and only the umpire sees who is who."),
        ),
        "seichu": (
            "正体",
            _(
                "A small shogi in the snow: no piece shows its kind, and whoever cheats may be"
                " caught."
            ),
        ),
    }[slug]
    return GameCard(slug, game_name(slug), kanji, tagline)
