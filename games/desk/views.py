"""A user's own matches: the desk and the archive."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.preferences.display import piece_set_for
from engines.catalogue import GAMES
from games.common.requests import member
from games.desk.forms import ArchiveForm, DeskForm
from games.desk.presenters import present_desk, present_row
from games.desk.selectors import desk_of, past_matches, rows_of
from games.lobby.presenters.cards import challenge_card
from games.lobby.selectors.challenges import open_challenges
from games.lobby.selectors.seeks import seeks_open
from games.match.selectors import next_board_uid

PAGE_SIZE = 25
CARDS = 8
"""How many matches of each list the desk shows with their boards; the rest is asked for."""


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """My move by deadline, what I wait for, offers, what has ended."""
    now = timezone.now()
    form = DeskForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {"game": "", "sort": "", "compact": False}
    is_compact = wanted.pop("compact")
    found = desk_of(member(request).pk, now=now, pictures=0 if is_compact else CARDS, **wanted)
    most = None if is_compact else CARDS
    page = present_desk(found, now, piece_set=piece_set_for(request), most=most)
    asked = open_challenges(member(request), now)
    context = {
        "desk": page,
        "form": form,
        "is_compact": is_compact,
        "kept": urlencode({name: value for name, value in wanted.items() if value}),
        "is_long": page.left_out > 0 or any(request.GET.values()),
        "questions": page.questions + sum(not facts.is_own for facts in asked),
        "asked": [challenge_card(facts, now) for facts in asked if not facts.is_own],
        "seeking": seeks_open(member(request).pk) + sum(facts.is_own for facts in asked),
    }
    return render(request, "desk/desk.html", context)


@login_required
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The finished matches, narrowed by game and result."""
    form = ArchiveForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = past_matches(member(request).pk, **wanted)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    now = timezone.now()
    pieces = piece_set_for(request)
    rows = [present_row(row, now, piece_set=pieces) for row in rows_of(page.object_list, now)]
    return render(request, "desk/archive.html", {"form": form, "page": page, "rows": rows})


@login_required
@require_safe
def next_board(request: HttpRequest) -> HttpResponse:
    """Onwards to the board with least time left; to the desk when none waits."""
    after, game = request.GET.get("after", ""), request.GET.get("game", "")
    uid = next_board_uid(
        member(request).pk,
        after=after if after.isalnum() else "",
        game=game if game in [meta.slug for meta in GAMES] else "",
    )
    return redirect("games:match", uid) if uid else redirect("games:desk")


@login_required
@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """The two counts of the page's frame, for a page that no socket tells them."""
    return render(request, "desk/counts.html")
