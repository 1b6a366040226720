"""What templates may ask about the games of the house."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.boards.cards import card_for
from games.boards.kit.faces import KnownPiece

register = template.Library()


@register.filter
def tagline(slug: str) -> str:
    """A game in one line; KeyError for one the house does not have."""
    return str(card_for(slug).tagline)


@register.filter
def legend(slug: str) -> Sequence[KnownPiece]:
    """The kinds of a game's pieces with how they move."""
    return card_for(slug).legend()


@register.filter
def option_note(value: str, field: str) -> str:
    """What *value* means in the *field* of a game's option, "slug-option"; empty for others."""
    slug, _hyphen, name = field.partition("-")
    if not name:
        return ""
    return str(card_for(slug).options[name].notes.get(value, ""))
