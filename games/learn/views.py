"""The pages of the lessons."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language

from accounts.common.access import public_form, public_page
from accounts.preferences.display import piece_set_for
from games.boards.cards import card_for
from games.boards.refusals import refusal_sentence
from games.coach.services import begin_coached
from games.common.exceptions import GamesError
from games.common.guests import as_guest, player_asking
from games.common.pages import live_page
from games.common.requests import new_key
from games.learn.content import MOST_MOVES, course_of
from games.learn.presenters import present_course, present_courses, present_step, step_url
from games.learn.selectors import NoSuchStep, Trial, step_of, steps_done, tried
from games.learn.services import keep_step
from games.match.referee.studies import NoSuchPly
from games.matchpage.query import read_asked
from games.puzzles.presenters.pages import present_daily, present_overview
from games.puzzles.selectors import daily_puzzle, games_with_puzzles

LONGEST_MOVE = 60


@public_page
def courses(request: HttpRequest) -> HttpResponse:
    """Every game's path, how far one has come and how one does at its puzzles; the puzzle of the
    day."""
    context = {
        "courses": present_courses(steps_done(request.user.pk)),
        "puzzles": present_overview(games_with_puzzles(request.user.pk)),
        "daily": present_daily(daily_puzzle(timezone.now().date())),
    }
    return render(request, "learn/courses.html", context)


@public_form
@as_guest
def course(request: HttpRequest, slug: str) -> HttpResponse:
    """The path of one game; a POST begins the match at its end, with a coach."""
    try:
        found = course_of(slug)
    except LookupError as error:
        raise Http404 from error
    if request.method == "POST":
        return _coached(request, slug)
    card = present_course(found, steps_done(request.user.pk, slug))
    return render(request, "learn/course.html", {"course": card, "key": new_key()})


def _coached(request: HttpRequest, slug: str) -> HttpResponse:
    if card_for(slug).coach is None:
        return redirect("games:course", slug)
    try:
        match = begin_coached(
            user=player_asking(request),
            game=slug,
            key=request.POST.get("key", "")[:64] or new_key(),
            now=timezone.now(),
        )
    except GamesError as error:
        messages.error(request, refusal_sentence(error.code))
        return redirect("games:course", slug)
    return redirect("games:match", match.uid)


@public_form
@as_guest
def step(request: HttpRequest, slug: str, step: str, moves: str = "") -> HttpResponse:
    """A step after some moves, which stand in the address; a POST makes one more."""
    made = tuple(moves.split("/")) if moves else ()
    try:
        step_of(slug, step)
        trial = _trial(slug, step, made)
    except (NoSuchStep, NoSuchPly) as error:
        raise Http404 from error
    if request.method == "POST":
        return _moved(request, trial, slug, step)
    return _answer(request, trial)


def _trial(slug: str, step: str, moves: tuple[str, ...]) -> Trial:
    if len(moves) > MOST_MOVES or any(len(move) > LONGEST_MOVE for move in moves):
        raise NoSuchStep
    return tried(slug, step, moves, get_language() or "en")


def _moved(request: HttpRequest, trial: Trial, slug: str, step: str) -> HttpResponse:
    """To the step as it stands then; the step again, with why, if the move cannot be made."""
    move = request.POST.get("move", "").strip()
    try:
        after = _trial(slug, step, (*trial.moves, move))
    except NoSuchPly as error:
        return _answer(request, trial, refusal_sentence(error.code, slug), 422)
    except NoSuchStep:
        return _answer(request, trial, refusal_sentence("unreadable-move"), 422)
    if after.state == "done":
        user = player_asking(request)
        keep_step(user_id=user.pk, game=slug, step=step, now=timezone.now())
    return redirect(step_url(slug, step, after.moves))


def _answer(
    request: HttpRequest, trial: Trial, message: str = "", status: int = 200
) -> HttpResponse:
    game, step = trial.step.laid.game, trial.step.id
    path = present_course(course_of(game), steps_done(request.user.pk, game), step)
    hints = request.GET.get("hint", "")
    page = present_step(
        trial,
        path,
        asked=read_asked(request.GET),
        hints=int(hints) if hints in ("1", "2") else 0,
        piece_set=piece_set_for(request),
        message=message,
    )
    context: dict[str, object] = {"page": page, "study": page}
    return live_page(request, "learn/step", context, status=status)
