"""The home page."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.preferences.display import piece_set_for
from games.lobby.presenters.lessons import present_lesson
from games.lobby.presenters.shows import show_card
from games.lobby.selectors.lessons import lessons
from games.lobby.selectors.shows import running_shows
from games.puzzles.presenters.pages import present_daily
from games.puzzles.selectors import daily_puzzle

SHOWS = 3


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Jinya is, for whoever comes by; people with an account go to their desk."""
    if request.user.is_authenticated:
        return redirect("games:desk")
    pieces = piece_set_for(request)
    boards = [present_lesson(facts, piece_set=pieces) for facts in lessons()]
    shows = [show_card(show, piece_set=pieces) for show in running_shows(most=SHOWS)]
    daily = present_daily(daily_puzzle(timezone.now().date()))
    context = {"shows": shows, "boards": boards, "daily": daily}
    return render(request, "lobby/home.html", context)


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where programs that read no page look for the icon: it lies with our other files."""
    return redirect(static("img/favicon.ico"))
