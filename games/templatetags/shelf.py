"""What templates may ask about the games of the house."""

from __future__ import annotations

from django import template

from games.presenters.catalogue import game_card

register = template.Library()


@register.filter
def tagline(slug: str) -> str:
    """A game in one line; KeyError for one the house does not have."""
    return game_card(slug).tagline
