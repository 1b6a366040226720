"""What kind of match it is: its game, its terms, and what is to be known of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.catalogue import meta_for
from games.boards.names import option_words, start_words, title_of
from games.match.onlookers import ANYONE, DELAYS
from games.match.presenters.clocktext import limit_sentence, terms_sentence
from games.match.presenters.onlookers import onlookers_words
from games.match.status import Status
from games.matchpage.presenters.placing import setup_note
from games.matchpage.presenters.reading import Reading
from games.matchpage.selectors.board import BoardFacts


@dataclass(frozen=True, kw_only=True)
class Heading:
    """The title of the page, and what was agreed."""

    game_slug: str
    hides: bool
    """Whether the page may show what the rules hide from others."""
    game_name: str
    stylesheet: str
    """The style sheets of its game, below the static address."""
    title: str
    terms: str
    counting: str
    """Whether it is rated or casual; empty where a bot plays."""
    watching: str
    """Who may watch it, where that is not anybody."""
    lag: str
    """That an onlooker sees it some moves behind."""
    options: tuple[tuple[str, str], ...]
    """What else was chosen for the match: names and values."""
    lesson_note: str
    """What the site has laid out of it; empty if nothing."""
    setup_note: str
    """What is to be said of the set-up once play has begun; empty if nothing."""
    limit: str
    """What the clock that runs is held to just now; empty if to nothing but the terms."""
    glossary: tuple[tuple[str, str], ...]
    """What the words of the game at its board mean."""
    bar: str
    """The template of what the game has in the row of actions besides; empty for nothing."""
    keys: str
    """The template of what keys do in this game alone; empty for nothing."""


def heading_of(reading: Reading) -> Heading:
    """The heading of the match."""
    facts, card = reading.facts, reading.card
    return Heading(
        game_slug=facts.game,
        hides=facts.status != Status.FINISHED and meta_for(facts.game).hides_information,
        game_name=str(card.name),
        stylesheet=card.stylesheet,
        title=card.title(facts.options) if card.title else title_of(reading.names),
        terms=terms_sentence(facts.time_control),
        counting=_counting(facts),
        watching="" if facts.onlookers == ANYONE else onlookers_words(facts.onlookers),
        lag=_lag(facts),
        options=option_words(facts.game, facts.options),
        lesson_note=_given_note(facts, is_campaign=bool(card.campaign)),
        setup_note=setup_note(facts, reading.sides.names),
        limit=_limit(facts),
        glossary=tuple((str(word), str(text)) for word, text in card.glossary),
        bar=card.bar,
        keys=card.keys,
    )


def lesson_note(given_plies: int) -> str:
    """Return how many moves the site has laid out in advance; empty if none."""
    if not given_plies:
        return ""
    said = ngettext(
        "The first %(count)d move was set up in advance.",
        "The first %(count)d moves were set up in advance.",
        given_plies,
    )
    return said % {"count": given_plies}


def _given_note(facts: BoardFacts, *, is_campaign: bool) -> str:
    """What was not played in this match itself; empty if nothing."""
    if facts.given_plies and is_campaign:
        return _("Started from a later round: this match does not count.")
    if facts.start in meta_for(facts.game).handicaps.values():
        return start_words(facts.game, facts.start)
    if facts.start:
        return _("This match began in a position that was set up. It does not count.")
    if facts.is_practised:
        return _("Moves were taken back: this match does not count.")
    return lesson_note(facts.given_plies)


def _limit(facts: BoardFacts) -> str:
    """What the clock that runs is held to just now, if not to what was agreed."""
    limits = (player.limit for player in facts.players if player.is_to_act)
    limit = next((limit for limit in limits if limit), None)
    return limit_sentence(limit, is_setting_up=facts.is_setting_up)


def _counting(facts: BoardFacts) -> str:
    """Whether the match is rated, where two persons play."""
    if any(player.is_bot for player in facts.players):
        return ""
    return _("Rated") if facts.is_rated else _("Casual")


def _lag(facts: BoardFacts) -> str:
    """What an onlooker is told who sees the board some moves behind; "" for everybody else."""
    if facts.seat is not None or facts.status != "active" or facts.onlookers not in DELAYS:
        return ""
    plies = int(facts.onlookers)
    sentence = ngettext(
        "You see this match %(plies)s move behind: the players have chosen so.",
        "You see this match %(plies)s moves behind: the players have chosen so.",
        plies,
    )
    return sentence % {"plies": plies}
