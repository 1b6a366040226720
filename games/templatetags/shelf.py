"""What templates may ask about the games of the site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engines.catalogue import meta_for
from games.boards import names
from games.boards.cards import card_for
from games.boards.kit.characters import Character
from games.boards.kit.faces import KnownPiece
from games.common.requests import new_key

register = template.Library()


@register.filter
def tagline(slug: str) -> str:
    """A game in one line; KeyError for one the site does not have."""
    return str(card_for(slug).tagline)


@register.filter
def kanji(slug: str) -> str:
    """A game's name in the signs of its stamp; KeyError for one the site does not have."""
    return card_for(slug).kanji


@register.simple_tag
def sprite(slug: str, piece_set: str) -> str:
    """The address of the drawings of a game's pieces; KeyError for one the site does not have."""
    return static(card_for(slug).sprite(piece_set))


@register.simple_tag
def house_bot(level: str) -> Character:
    """The bot of this level."""
    return names.house_bots()[level]


@register.simple_tag
def house_bots() -> Iterable[Character]:
    """The bots that can be met, the weakest first."""
    return names.house_bots().values()


@register.simple_tag
def games_of_bot(level: str) -> str:
    """The games the bot plays; empty if it plays all there are to choose."""
    return names.games_of_bot(level)


@register.inclusion_tag("lobby/play_bot.html", takes_context=True)
def play_bot(
    context: template.Context, slug: str, words: str, *, level: str = "", look: str = ""
) -> dict[str, object]:
    """A button that begins a match of the game against a bot: the one met last, or of *level*."""
    return {
        "csrf_token": context.get("csrf_token"),
        "slug": slug,
        "words": words,
        "level": level,
        "look": look,
        "key": new_key(),
        "name": names.game_name(slug),
    }


@register.filter
def begins_anywhere(slug: str) -> bool:
    """Return whether matches of the game can begin in a position of one's choice."""
    return meta_for(slug).begins_anywhere


@register.filter
def of_level(strengths: Mapping[str, str], level: str) -> str:
    """Return what is known of a bot's strength; empty if nothing."""
    return strengths.get(level, "") if strengths else ""


@register.simple_tag
def bot_face(bot: Character) -> SafeString:
    """The drawn face of a bot; its name stands in words beside it."""
    return format_html(
        '<svg class="bot-face" viewBox="0 0 64 64" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("img/bots.svg"),
        bot.face,
    )


@register.simple_tag(takes_context=True)
def compiled(context: template.Context, name: str, **values: object) -> SafeString:
    """The compiled template *name* with those *values*: for the rows of long lists (adr/0011)."""
    return SafeString(render_to_string(name, values, context.get("request")))


@register.filter
def legend(slug: str) -> Sequence[KnownPiece]:
    """The kinds of a game's pieces with how they move."""
    return card_for(slug).legend()


@register.filter
def option_note(value: str, field: str) -> str:
    """Return what *value* means in the *field* "slug-option" of a game; empty for others."""
    slug, _hyphen, name = field.partition("-")
    option = card_for(slug).options.get(name) if name else None
    if option is None:
        return ""
    return str(option.notes.get(value, ""))
