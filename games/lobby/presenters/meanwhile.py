"""What can be played and learnt at once, while nobody looks for a match."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from engines.catalogue import GAMES
from games.boards.cards import card_for, is_taught


@dataclass(frozen=True, slots=True)
class Way:
    """A game, and where one plays and learns it alone."""

    slug: str
    name: str
    kanji: str
    tagline: str
    campaign_url: str
    """The map of its campaign; empty for a game that is played against bots of its own."""
    lesson_url: str
    """Its first move to try; empty if nothing is taught of it."""
    learn_url: str
    """The path of its lessons; empty if there is none."""


def present_ways() -> list[Way]:
    """Every game, in the order of the catalogue."""
    return [_way(meta.slug) for meta in GAMES]


def _way(game: str) -> Way:
    card = card_for(game)
    return Way(
        slug=game,
        name=str(card.name),
        kanji=card.kanji,
        tagline=str(card.tagline),
        campaign_url=campaign_url(game),
        lesson_url=reverse("games:start", args=[game]),
        learn_url=learn_url(game),
    )


def campaign_url(game: str) -> str:
    """The map of the game's campaign; empty for one that is played against bots of one's choice."""
    return reverse("games:campaign") if card_for(game).campaign else ""


def learn_url(game: str) -> str:
    """Return the page where a game is learnt step by step; "" if nothing is taught of it."""
    return reverse("games:course", args=[game]) if is_taught(game) else ""
