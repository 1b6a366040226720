"""The boards of the front door: each is the board of the match page, ready for a first move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.boards.cards import card_for
from games.boards.kit.makers import Marks
from games.boards.kit.offers import Offer, completed, picks_after, targets
from games.boards.names import sides_of
from games.common.requests import new_key
from games.lobby.presenters.meanwhile import campaign_url, learn_url
from games.lobby.selectors.lessons import LessonFacts, lesson_of

TALL = 1.3
"""From so many heights in a width a board is tall."""

_IDS = re.compile(r' (id|aria-describedby)="')


@dataclass(frozen=True, slots=True)
class LessonBoard:
    """One lesson on the page."""

    slug: str
    name: str
    kanji: str
    tagline: str
    idea: str
    url: str
    board: SafeString
    """The board with every square, its ids beginning with the slug: a page has several boards."""
    options: tuple[Offer, ...]
    """The moves that were picked without a script: one, or several over the same squares."""
    offers_json: list[dict[str, object]]
    key: str
    is_tall: bool
    """Whether its board is much higher than wide."""
    is_pointed: bool
    """Whether its pieces have a shape of their own, not a disc."""
    learn_url: str
    """The path of its lessons; empty if there is none."""
    campaign_url: str
    """The map of its campaign; empty for a game that is played against bots of one's choice."""


def present_lesson(game: str, *, piece_set: str, asked: Sequence[str] = ()) -> LessonBoard:
    """Return the board of a lesson; *asked* are squares pressed where no script runs.

    Raises NoLesson.
    """
    kept = _kept_lesson(game, piece_set, get_language()) if not asked else None
    return replace(kept or _lesson(game, piece_set, asked), key=new_key())


@lru_cache(maxsize=64)
def _kept_lesson(game: str, piece_set: str, _language: str | None) -> LessonBoard:
    """Return a lesson before its first move, which is the same for everybody."""
    return _lesson(game, piece_set, ())


def _lesson(game: str, piece_set: str, asked: Sequence[str]) -> LessonBoard:
    facts, card = lesson_of(game), card_for(game)
    offers = tuple(
        offer for offer in card.presenter.offers(facts.view, facts.legal) if not offer.shade
    )
    picked = picks_after(offers, asked)
    url = reverse("games:start", args=[facts.game])
    return LessonBoard(
        slug=facts.game,
        name=str(card.name),
        kanji=card.kanji,
        tagline=str(card.tagline),
        idea=str(facts.lesson.idea),
        url=url,
        board=_drawn(facts, offers, picked, piece_set, url),
        options=completed(offers, picked),
        offers_json=[
            {"action": offer.action, "squares": offer.squares, "captures": offer.captures}
            for offer in offers
        ],
        key="",
        is_tall=card.board.size[1] > TALL * card.board.size[0],
        is_pointed=card.has_pointed_pieces,
        learn_url=learn_url(facts.game),
        campaign_url=campaign_url(facts.game),
    )


def _drawn(
    facts: LessonFacts,
    offers: Sequence[Offer],
    picked: tuple[str, ...],
    piece_set: str,
    url: str,
) -> SafeString:
    card = card_for(facts.game)
    done = bool(completed(offers, picked))
    board = card.drawn(
        card.presenter.scene(facts.view),
        sides_of(facts.game),
        facts.lesson.seat,
        Marks(picked, targets={} if done else targets(offers, picked)),
        piece_set,
    )
    html = render_to_string(
        facts.lesson.template or board.template,
        {
            "board": board,
            "choice": {"press": "submit", "picked": picked, "has_bluffs": False, "fields": ()},
            "actions": {"calls": ()},
            "links": {"match": url},
            "check": None,
            "lately": (),
        },
    )
    return mark_safe(_IDS.sub(rf' \1="{facts.game}-', html))  # noqa: S308 - the slug is ours
