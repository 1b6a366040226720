"""Puzzles: found, answered, and judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Query, Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from games.api import studies as out
from games.api.authorization import door, owner_of, read_line
from games.api.problems import Problem
from games.api.shapes import Schema
from games.boards.kit.faces import PIECE_SETS
from games.matchpage.query import Asked
from games.puzzles import services
from games.puzzles.exceptions import NoAnswer, NoSuchPuzzle
from games.puzzles.presenters.pages import (
    Solver,
    present_overview,
    present_puzzle,
    puzzle_name,
    read_name,
)
from games.puzzles.presenters.words import TELLTALE, options, takes_many
from games.puzzles.selectors import (
    MOST_MOVES,
    Opened,
    attempt_of,
    check_not_played,
    daily_puzzle,
    games_with_puzzles,
    judged_move,
    judged_ticks,
    next_puzzle,
    opened,
    opinion_of,
    puzzle_of,
    rating_of,
)

if TYPE_CHECKING:
    from games.puzzles.models import Puzzle

router = Router(tags=["Puzzles"])
Move = Annotated[str, Field(max_length=40)]
Moves = Annotated[list[Move], Field(max_length=MOST_MOVES)]
Line = Annotated[str, Query(max_length=2500)]


class PuzzleAnswerIn(Schema):
    """A move that goes on from `moves`, or what is ticked."""

    moves: Moves = []
    """The right moves made before."""
    move: Move = ""
    say: Annotated[list[Move], Field(max_length=40)] = []


class OpinionIn(Schema):
    vote: Literal["good", "bad", ""] = ""
    report: Literal["wrong", "ambiguous", "unclear", ""] = ""


@router.get(
    "/puzzles", url_name="puzzles", summary="Puzzles", **door(Scope.READ, out.PuzzleListOut)
)
def puzzles(request: HttpRequest) -> out.PuzzleListOut:
    """Of which games there are puzzles, about what, and how you do at them."""
    return out.overview_json(present_overview(games_with_puzzles(owner_of(request).pk)))


@router.get(
    "/puzzles/daily",
    url_name="daily-puzzle",
    summary="The puzzle of the day",
    **door(Scope.READ, out.PuzzleOut),
)
def daily(request: HttpRequest) -> out.PuzzleOut:
    """The same for everybody, until midnight UTC."""
    return _found(request, daily_puzzle(timezone.now().date()), is_chosen=True)


@router.get(
    "/puzzles/{slug:slug}/next",
    url_name="next-puzzle",
    summary="Next puzzle",
    **door(Scope.READ, out.PuzzleOut),
)
def next_one(
    request: HttpRequest,
    slug: str,
    theme: Annotated[str, Query(max_length=20)] = "",
    but: Annotated[str, Query(max_length=30)] = "",
) -> out.PuzzleOut:
    """One of the game that you have not tried and that is about as hard as you are good.

    With a theme it does not count; `but` is one that it is not to be.
    """
    theme = "" if theme in TELLTALE else theme
    key, _is_chosen = read_name(but)
    found = next_puzzle(owner_of(request).pk, slug, theme=theme, but=key)
    return _found(request, found, is_chosen=not theme)


@router.get(
    "/puzzles/{slug:slug}/{slug:puzzle}",
    url_name="puzzle",
    summary="A puzzle",
    **door(Scope.READ, out.PuzzleOut),
)
def puzzle(request: HttpRequest, slug: str, puzzle: str, moves: Line = "") -> out.PuzzleOut:
    """The puzzle after some right `moves`, with "/" between them.

    What was right and why is told once you have answered.
    """
    one, is_chosen = _opened(request, slug, puzzle, read_line(moves))
    return _puzzle(request, one, is_chosen=is_chosen)


@router.post(
    "/puzzles/{slug:slug}/{slug:puzzle}",
    url_name="puzzle",
    summary="Answer a puzzle",
    **door(Scope.PLAY, out.PuzzleOut, bucket="write", as_a_page="other"),
)
def answer(request: HttpRequest, slug: str, puzzle: str, body: PuzzleAnswerIn) -> out.PuzzleOut:
    """Make the next move, or say what is asked. The first try counts, and no other."""
    one, is_chosen = _opened(request, slug, puzzle, body.moves)
    user = owner_of(request)
    try:
        if one.is_by_moves:
            judged = judged_move(one, body.move)
        else:
            offered = {option.value for option in options(one.puzzle, one.study.view)}
            many = takes_many(one.puzzle)
            judged = judged_ticks(one, body.say, offered, takes_many=many)
    except NoAnswer as error:
        raise Problem(422, "not-open") from error
    if judged.given:
        services.keep_try(
            user_id=user.pk,
            puzzle=one.puzzle,
            judged=judged,
            is_chosen=is_chosen,
            now=timezone.now(),
        )
    return _puzzle(request, opened(one.puzzle, judged.moves), is_chosen=is_chosen)


@router.post(
    "/puzzles/{slug:slug}/{slug:puzzle}/opinion",
    url_name="puzzle-opinion",
    summary="Say what you think of a puzzle",
    **door(Scope.PLAY, out.PuzzleOut, bucket="write", as_a_page="other"),
)
def opinion(request: HttpRequest, slug: str, puzzle: str, body: OpinionIn) -> out.PuzzleOut:
    """Vote for a puzzle that you have tried, or say what is wrong with it."""
    one, is_chosen = _opened(request, slug, puzzle, [])
    user, now = owner_of(request), timezone.now()
    if attempt_of(user.pk, one.puzzle) is None:
        raise Problem(409, "not-answered")
    if not body.vote and not body.report:
        raise Problem(422, "unreadable")
    if body.vote:
        value = 1 if body.vote == "good" else -1
        services.vote(user_id=user.pk, puzzle=one.puzzle, value=value, now=now)
    if body.report:
        services.report(user_id=user.pk, puzzle=one.puzzle, why=body.report, now=now)
    return _puzzle(request, one, is_chosen=is_chosen)


def _opened(request: HttpRequest, game: str, name: str, moves: list[str]) -> tuple[Opened, bool]:
    """The puzzle, and whether the site has chosen it. Raises Problem or BeingPlayed."""
    key, is_chosen = read_name(name)
    if len(moves) > MOST_MOVES:
        raise Problem(404, "not-found")
    try:
        one = opened(puzzle_of(game, key), moves)
    except (NoSuchPuzzle, LookupError) as error:
        raise Problem(404, "not-found") from error
    check_not_played(one, owner_of(request).pk)
    return one, is_chosen


def _found(request: HttpRequest, puzzle: Puzzle | None, *, is_chosen: bool) -> out.PuzzleOut:
    if puzzle is None:
        raise Problem(404, "not-found", _("There is no such puzzle yet."))
    one = opened(puzzle)
    check_not_played(one, owner_of(request).pk)
    return _puzzle(request, one, is_chosen=is_chosen)


def _puzzle(request: HttpRequest, one: Opened, *, is_chosen: bool) -> out.PuzzleOut:
    user, puzzle = owner_of(request), one.puzzle
    page = present_puzzle(
        one,
        Solver(
            attempt_of(user.pk, puzzle),
            opinion_of(user.pk, puzzle),
            rating_of(user.pk, puzzle.game),
        ),
        asked=Asked(),
        piece_set=PIECE_SETS[0],
        is_chosen=is_chosen,
    )
    return out.puzzle_json(puzzle_name(puzzle, is_chosen=is_chosen), one, page)
