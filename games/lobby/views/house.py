"""The front door: the home page, its lessons, and the public matches that are being played."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone

from accounts.common.access import public_form, public_page
from accounts.common.requests import whole_number
from accounts.preferences.display import piece_set_for
from engines.catalogue import GAMES
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.guests import as_guest, player_asking
from games.lobby.forms import FirstMoveForm, WatchForm
from games.lobby.presenters.lessons import present_lesson
from games.lobby.presenters.shows import show_card
from games.lobby.presenters.watching import watch_card
from games.lobby.selectors.lessons import LessonFacts, NoLesson, lesson_of
from games.lobby.selectors.shows import running_shows
from games.lobby.selectors.watching import LAST_PAGE, watched_boards
from games.lobby.services.lessons import begin_lesson
from games.puzzles.presenters.pages import present_daily
from games.puzzles.selectors import daily_puzzle


@public_page
def home(request: HttpRequest) -> HttpResponse:
    """Show what Jinya is; people with an account go to their desk."""
    if request.user.is_authenticated:
        return redirect("games:desk")
    pieces = piece_set_for(request)
    boards = [present_lesson(meta.slug, piece_set=pieces) for meta in GAMES]
    shows = [show_card(show, piece_set=pieces) for show in running_shows()]
    daily = present_daily(daily_puzzle(timezone.now().date()))
    context = {"shows": shows, "boards": boards, "daily": daily}
    return render(request, "lobby/home.html", context)


@public_page
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect programs that read no page to the icon, which lies with our other files."""
    return redirect(static("img/favicon.ico"))


@public_page
def watch(request: HttpRequest) -> HttpResponse:
    """Running matches by game and order; each board's page follows it live."""
    form = WatchForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {"game": "", "sort": ""}
    page = watched_boards(request.user, number=_number(request.GET.get("page", "")), **wanted)
    number = _number(request.GET.get("page", ""))
    pieces = piece_set_for(request)
    kept = urlencode({name: value for name, value in wanted.items() if value})
    context = {
        "form": form,
        "cards": [watch_card(board, piece_set=pieces) for board in page.boards],
        "kept": f"{kept}&" if kept else "",
        "newer": number - 1,
        "older": number + 1 if page.has_more else 0,
    }
    return render(request, "lobby/watch.html", context)


def _number(text: str) -> int:
    """The page asked for; the first where that is none."""
    number = whole_number(text, 3)
    return number if 1 <= number <= LAST_PAGE else 1


MOST_PICKS = 8
"""No move of any game is picked with more squares."""


@public_form
@as_guest
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The board of one lesson; a POST makes its first move in a match against a bot."""
    try:
        facts = lesson_of(slug)
    except NoLesson as error:
        raise Http404 from error
    if request.method == "POST":
        return _begin(request, facts)
    asked = request.GET.getlist("at")[:MOST_PICKS]
    lesson = present_lesson(slug, piece_set=piece_set_for(request), asked=asked)
    return render(request, "lobby/lesson_page.html", {"lesson": lesson})


def _begin(request: HttpRequest, facts: LessonFacts) -> HttpResponse:
    form = FirstMoveForm(request.POST)
    if not form.is_valid() or form.cleaned_data["move"] not in facts.legal:
        return redirect("games:start", facts.game)
    fields = form.cleaned_data
    try:
        match = begin_lesson(
            user=player_asking(request),
            facts=facts,
            move=fields["move"],
            key=fields["key"],
            now=timezone.now(),
        )
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return redirect("games:start", facts.game)
    return redirect("games:match", match.uid)
