"""How strong the bots have turned out to be, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.boards.names import game_name
from games.ratings.selectors import RatingFacts

GRAIN = 50


def strength_words(known: Mapping[str, Sequence[RatingFacts]]) -> dict[str, str]:
    """For each level whose matches say it, its ratings by game, to the next fifty."""
    return {level: _(", ").join(_about(facts)) for level, facts in known.items()}


def _about(ratings: Sequence[RatingFacts]) -> list[str]:
    """Of each game one rating: the one that rests on most matches."""
    best: dict[str, RatingFacts] = {}
    for facts in sorted(ratings, key=lambda facts: facts.matches):
        best[facts.pool.game] = facts
    return [
        _("%(game)s: about %(rating)d")
        % {"game": game_name(game), "rating": round(facts.rating / GRAIN) * GRAIN}
        for game, facts in sorted(best.items())
    ]
