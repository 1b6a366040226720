"""What can be played and learnt at once, while nobody looks for a match."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from engines.catalogue import GAMES
from games.boards.cards import card_for, is_taught


@dataclass(frozen=True, slots=True)
class Way:
    """A game, and where one plays and learns it alone."""

    name: str
    kanji: str
    tagline: str
    play_url: str
    """A match against a bot, or the map of a campaign."""
    lesson_url: str
    """Its first move to try; empty if nothing is taught of it."""
    learn_url: str
    """The path of its lessons; empty if there is none."""
    rules_url: str


def present_ways() -> list[Way]:
    """Every game, in the order of the catalogue."""
    return [_way(meta.slug) for meta in GAMES]


def _way(game: str) -> Way:
    card = card_for(game)
    return Way(
        name=str(card.name),
        kanji=card.kanji,
        tagline=str(card.tagline),
        play_url=alone_url(game),
        lesson_url=reverse("games:start", args=[game]) if card.lesson else "",
        learn_url=learn_url(game),
        rules_url=reverse("games:rules", args=[game]),
    )


def alone_url(game: str) -> str:
    """Where one begins a match without another person: a form, or the map of a campaign."""
    if card_for(game).campaign:
        return reverse("games:campaign")
    return f"{reverse('games:new')}?game={game}&opponent=bot"


def learn_url(game: str) -> str:
    """Where a game is learnt step by step; empty if nothing is taught of it."""
    return reverse("games:course", args=[game]) if is_taught(game) else ""
