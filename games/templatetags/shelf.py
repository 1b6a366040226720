"""What templates may ask about the games of the house."""

from __future__ import annotations

from django import template

from games.boards.cards import card_for

register = template.Library()


@register.filter
def tagline(slug: str) -> str:
    """A game in one line; KeyError for one the house does not have."""
    return str(card_for(slug).tagline)


@register.filter
def option_note(value: str, field: str) -> str:
    """What *value* means in the *field* of a game's option, "slug-option"; empty for others."""
    slug, _hyphen, name = field.partition("-")
    if not name:
        return ""
    return str(card_for(slug).options[name].notes.get(value, ""))
