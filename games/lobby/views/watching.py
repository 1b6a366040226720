"""Watching: the public matches that are being played."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.common.requests import whole_number
from accounts.preferences.display import piece_set_for
from games.lobby.forms import WatchForm
from games.lobby.presenters.watching import watch_card
from games.lobby.selectors.watching import LAST_PAGE, watched_boards


@login_not_required
@require_safe
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
