"""Names of games, their seats and their bots, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engines.catalogue import GAMES, meta_for
from games.boards.cards import card_for
from games.boards.kit.characters import HOUSE_BOTS, Character
from games.boards.kit.scenes import GamePresenter
from games.boards.kit.sides import Sides
from games.common.names import UNNAMED
from games.common.seats import seat_keys

NO_OPTIONS: Mapping[str, str] = {}


def presenter_for(slug: str) -> GamePresenter[Any]:
    """Return the presenter of a game; LookupError for one we do not host."""
    return card_for(slug).presenter


def game_name(slug: str) -> str:
    """Return the game's name."""
    return str(card_for(slug).name)


def sides_of(slug: str, options: Mapping[str, str] = NO_OPTIONS) -> Sides:
    """Return the seats of a match under these terms."""
    seats = meta_for(slug).seats_for(options)
    named = card_for(slug).sides
    return Sides(keys=seat_keys(seats), names=tuple(str(named[seat]) for seat in seats))


def side_name(slug: str, seat: int, options: Mapping[str, str] = NO_OPTIONS) -> str:
    """Return the game's name for a seat in a match under these terms."""
    return sides_of(slug, options).names[seat]


def option_words(slug: str, options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the options chosen for a match besides the time: names and values, as people read
    them."""
    return tuple(
        (str(option.label), str(option.values[options.get(name) or next(iter(option.values))]))
        for name, option in card_for(slug).options.items()
    )


def start_words(slug: str, start: str) -> str:
    """Return the start of a match in words, if it is not its game's own; else ""."""
    if not start:
        return ""
    handicaps = meta_for(slug).handicaps
    named = next((name for name, text in handicaps.items() if text == start), None)
    if named is None:
        return _("Begins in a position: %(position)s") % {"position": start}
    return _("Handicap: %(handicap)s") % {"handicap": card_for(slug).handicaps[named]}


def bot_of(slug: str, level: str) -> Character:
    """Return the character of the game's bot of this level; KeyError if it has none."""
    return card_for(slug).bots[level]


def house_bots() -> Mapping[str, Character]:
    """The bots that can be chosen as opponents, by level, in the order of their strength."""
    met = [level for meta in GAMES if not meta.solo for level in meta.bot_levels]
    return {level: bot for level, bot in HOUSE_BOTS.items() if level in met}


def games_of_bot(level: str) -> str:
    """The games the bot of this level plays, if it does not play all that have bots to choose."""
    offered = [meta for meta in GAMES if not meta.solo]
    played = [game_name(meta.slug) for meta in offered if level in meta.bot_levels]
    return _(", ").join(played) if len(played) < len(offered) else ""


def bot_name(slug: str, level: str) -> str:
    """Return the name of the game's bot of this level."""
    return bot_of(slug, level).full_name


def bot_names(slug: str, options: Mapping[str, str], levels: Mapping[int, str]) -> Sequence[str]:
    """Return the names of the bots of a match; *levels* are theirs by seat."""
    rivals = card_for(slug).rivals
    named = rivals(options) if rivals else None
    return [
        bot_name(slug, level) if named is None else named[seat] for seat, level in levels.items()
    ]


def player_name(slug: str, name: str, *, is_bot: bool) -> str:
    """Return the name to show for a user's name or a bot's level; an empty seat says so."""
    if not name:
        return _("Empty seat")
    if name == UNNAMED:
        return _("Anonymous")
    return bot_name(slug, name) if is_bot else name


def title_of(names: tuple[str, ...]) -> str:
    """A match by the names of those who play, by seat."""
    if len(names) == 2:
        return _("%(south)s against %(north)s") % {"south": names[0], "north": names[1]}
    return _(", ").join(names)
