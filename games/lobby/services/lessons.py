"""Matches that begin at the front door."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from engines.catalogue import meta_for
from games.match.changes import turns
from games.match.terms import opening
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.lobby.selectors.lessons import LessonFacts
    from games.match.models import Match

NO_LIMIT = "none"


def begin_lesson(*, user: User, facts: LessonFacts, move: str, key: str, now: datetime) -> Match:
    """A match against the weakest bot that goes on from a lesson, with its first move made.

    The same *key* again finds the match as it is. Raises UnknownTerms, TooManyMatches, or what
    `turns.play_move` raises, and then nothing has begun.
    """
    with writing():
        match = opening.create_lesson_match(
            user=user,
            terms=opening.Terms(facts.game, NO_LIMIT, key=key),
            plies=facts.lesson.plies,
            level=meta_for(facts.game).bot_levels[0],
            now=now,
        )
        turns.play_move(
            uid=match.uid, user=user, move=turns.MoveRequest(move, facts.seat_ply, key), now=now
        )
    return match
