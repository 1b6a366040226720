"""Lessons: steps on a board with a goal, and the match with a coach at the end of a path."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language
from ninja import Query, Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from games.api import studies as out
from games.api.authorization import door, key_of, owner_of, read_line
from games.api.problems import Problem
from games.api.schemas import StartedOut
from games.api.shapes import Schema
from games.boards.cards import card_for
from games.boards.kit.faces import PIECE_SETS
from games.coach.services import begin_coached
from games.learn.content import MOST_MOVES, course_of
from games.learn.presenters import present_course, present_courses, present_step
from games.learn.selectors import NoSuchStep, Trial, step_of, steps_done, tried
from games.learn.services import keep_step
from games.matchpage.query import Asked

CANNOT_BE = (NoSuchStep, ValueError)
"""What is raised for a move that cannot be made (NoSuchPly), and for a step that is none."""
router = Router(tags=["Lessons"])
Move = Annotated[str, Field(max_length=60)]
Moves = Annotated[list[Move], Field(max_length=MOST_MOVES)]
Line = Annotated[str, Query(max_length=500)]


class TrialIn(Schema):
    """A move that goes on from `moves`."""

    moves: Moves = []
    move: Move


@router.get(
    "/lessons", url_name="lessons", summary="Lessons", **door(Scope.READ, out.CourseListOut)
)
def lessons(request: HttpRequest) -> out.CourseListOut:
    """Every game's path of steps, and which of them you have done."""
    return out.courses_json(present_courses(steps_done(owner_of(request).pk)))


@router.post(
    "/lessons/{slug:slug}",
    url_name="coached",
    summary="Begin a match with a coach",
    **door(Scope.PLAY, StartedOut, bucket="write", as_a_page="begin"),
)
def coached(request: HttpRequest, slug: str) -> StartedOut:
    """The match at the end of a path, in which a coach speaks before your first moves."""
    try:
        course_of(slug)
    except LookupError as error:
        raise Problem(404, "not-found") from error
    if card_for(slug).coach is None:
        raise Problem(404, "not-found")
    user, now = owner_of(request), timezone.now()
    made = begin_coached(user=user, game=slug, key=key_of(request), now=now)
    return StartedOut(match=made.uid)


@router.get(
    "/lessons/{slug:slug}/{slug:step}",
    url_name="step",
    summary="A step of a lesson",
    **door(Scope.READ, out.StepOut),
)
def step(
    request: HttpRequest,
    slug: str,
    step: str,
    moves: Line = "",
    hints: Annotated[int, Query(ge=0, le=2)] = 0,
) -> out.StepOut:
    """The step after your `moves`, with "/" between them, and with so many hints."""
    return _step(request, _tried(slug, step, read_line(moves)), hints)


@router.post(
    "/lessons/{slug:slug}/{slug:step}",
    url_name="step",
    summary="Try a move in a lesson",
    **door(Scope.PLAY, out.StepOut, bucket="write", as_a_page="other"),
)
def try_move(request: HttpRequest, slug: str, step: str, body: TrialIn) -> out.StepOut:
    """The step after one move more; once its goal is reached, that is written down."""
    before = _tried(slug, step, body.moves)
    try:
        after = _trial(slug, step, (*before.moves, body.move))
    except CANNOT_BE as error:
        raise Problem(422, "not-open") from error
    if after.state == "done":
        user = owner_of(request)
        keep_step(user_id=user.pk, game=slug, step=step, now=timezone.now())
    return _step(request, after)


def _tried(slug: str, step: str, moves: list[str]) -> Trial:
    """The step after *moves*. Raises Problem where there is no such step, or it is never so."""
    try:
        step_of(slug, step)
        return _trial(slug, step, tuple(moves))
    except CANNOT_BE as error:
        raise Problem(404, "not-found") from error


def _trial(slug: str, step: str, moves: tuple[str, ...]) -> Trial:
    if len(moves) > MOST_MOVES:
        raise NoSuchStep
    return tried(slug, step, moves, get_language() or "en")


def _step(request: HttpRequest, trial: Trial, hints: int = 0) -> out.StepOut:
    game, name = trial.step.laid.game, trial.step.id
    course = course_of(game)
    path = present_course(course, steps_done(owner_of(request).pk, game), name)
    page = present_step(trial, path, asked=Asked(), hints=hints, piece_set=PIECE_SETS[0])
    return out.step_json(trial, page, course.after(name))
