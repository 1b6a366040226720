"""Which house bot is a fair opponent, and how strong each has turned out to be."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engines.catalogue import meta_for
from games.lobby.fitting import pool_of
from games.ratings.selectors import RatingFacts, bot_ratings, rating_of

USUAL = {
    "easy": 1100,
    "easy-bold": 1100,
    "medium": 1500,
    "medium-bold": 1500,
    "strong": 1900,
    "strong-firm": 1900,
}
"""How strong the bots of a level are taken to be until their matches say it."""


def nearest_bot(user_id: int, game: str, time_control: str, now: datetime) -> str:
    """The level of the game's bot that is nearest to the user's rating.

    Whoever has none, against bots or people, begins with the weakest.
    """
    levels = meta_for(game).bot_levels
    pool = pool_of(game, time_control)
    against_bots = pool._replace(versus="bots")
    found = [rating_of(user_id, one, now) for one in (against_bots, pool)]
    mine = next((facts.rating for facts in found if facts.matches), None)
    if mine is None:
        return levels[0]
    known = bot_ratings(now)

    def way(level: str) -> int:
        facts = known.get((level, against_bots))
        is_known = facts is not None and not facts.is_provisional
        return abs((facts.rating if facts and is_known else USUAL.get(level, 1500)) - mine)

    return min(levels, key=way)


def known_strengths(now: datetime) -> Mapping[str, list[RatingFacts]]:
    """The ratings of the bots that rest on enough matches, by level."""
    found: dict[str, list[RatingFacts]] = {}
    for (level, _pool), facts in bot_ratings(now).items():
        if not facts.is_provisional:
            found.setdefault(level, []).append(facts)
    return found
