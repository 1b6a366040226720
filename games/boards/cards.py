"""The games as the site shows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engines.catalogue import meta_for
from games.boards.gungi.card import CARD as GUNGI
from games.boards.gunjin.card import CARD as GUNJIN
from games.boards.kit.card import Card
from games.boards.nation.card import CARD as NATION
from games.boards.seichu.card import CARD as SEICHU
from games.boards.xiongqi.card import CARD as XIONGQI

CARDS: tuple[Card, ...] = (XIONGQI, GUNJIN, SEICHU, GUNGI, NATION)
"""The card of every game of the catalogue."""

_BY_SLUG = {card.slug: card for card in CARDS}


def card_for(slug: str) -> Card:
    """Everything the site says of a game; LookupError for one it does not host."""
    meta_for(slug)
    return _BY_SLUG[slug]


@dataclass(frozen=True, slots=True)
class GameCard:
    """An entry for a game in a list, such as its ladder."""

    url: str
    name: str
    kanji: str
    note: str
    """How the reader stands there; "" for others."""


def game_card(game: str, url: str, note: str) -> GameCard:
    """Return the entry of a game in a list that leads to *url*."""
    card = card_for(game)
    return GameCard(url, str(card.name), card.kanji, note)


@cache
def is_taught(slug: str) -> bool:
    """Return whether there are lessons for the game."""
    return any((Path(__file__).parent / slug / "lessons").glob("*.toml"))
