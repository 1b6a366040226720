"""A user's own matches: the desk and the archive."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.forms import ArchiveForm
from games.presenters.rows import present_desk, present_row
from games.selectors.desks import desk_of, next_board_uid, past_matches, rows_of
from games.views.people import member

PAGE_SIZE = 25


@login_required
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """My move by deadline, what I wait for, offers, what has ended."""
    now = timezone.now()
    page = present_desk(desk_of(member(request).pk, now=now), now)
    return render(request, "games/desk.html", {"desk": page})


@login_required
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The finished matches, narrowed by game and result."""
    form = ArchiveForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = past_matches(member(request).pk, **wanted)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    now = timezone.now()
    rows = [present_row(row, now) for row in rows_of(page.object_list)]
    return render(request, "games/archive.html", {"form": form, "page": page, "rows": rows})


@login_required
@require_safe
def next_board(request: HttpRequest) -> HttpResponse:
    """Onwards to the board with least time left; to the desk when none waits."""
    after = request.GET.get("after", "")
    uid = next_board_uid(member(request).pk, after=after if after.isalnum() else "")
    return redirect("games:match", uid) if uid else redirect("games:desk")


@login_required
@require_safe
def counts(request: HttpRequest) -> HttpResponse:
    """The two counts of the page's frame, to be put in their places."""
    return render(request, "components/counts.html")
