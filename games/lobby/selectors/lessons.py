"""The lessons of the front door, as whoever is to move there sees them."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.jsontypes import JsonObject
from games.boards.cards import card_for
from games.boards.kit.lessons import Lesson
from games.match.referee import given_sight


class NoLesson(LookupError):
    """There is no such game, or nothing is taught of it."""


@dataclass(frozen=True, slots=True)
class LessonFacts:
    """A lesson with what its reader may see and do."""

    game: str
    lesson: Lesson
    view: JsonObject
    legal: tuple[str, ...]
    seat_ply: int
    """The number of the reader's first move among the seat's own plies."""


def lesson_of(game: str) -> LessonFacts:
    """The lesson of one game; raises NoLesson."""
    try:
        lesson = card_for(game).lesson
    except LookupError as error:
        raise NoLesson from error
    sight = given_sight(game, lesson.plies, lesson.seat)
    return LessonFacts(game, lesson, sight.view, sight.legal, sight.seat_ply)
