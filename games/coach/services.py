"""Beginning matches with a coach."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from engines.catalogue import meta_for
from games.coach.models import Coached
from games.match.terms import opening
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match


def begin_coached(*, user: User, game: str, key: str, now: datetime) -> Match:
    """A whole match against the easiest bot, with a coach; the same for the same *key*.

    Raises TooManyMatches for a guest who has no room.
    """
    terms = opening.Terms(game=game, time_control="none", key=key, side=0)
    level = meta_for(game).bot_levels[0]
    with writing():
        match = opening.create_bot_match(user=user, terms=terms, level=level, now=now)
        Coached.objects.get_or_create(match=match)
    return match
