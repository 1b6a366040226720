"""Staff's side of clubs: what is reported, and what is done about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.clubs import selectors
from games.clubs.presenters.pages import board_lines
from games.moderation.services import clubs as services
from games.moderation.services.log import Why
from games.moderation.views.staff import attempt, need, number, shown, why_of

MOST = 50


@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: HttpRequest) -> HttpResponse:
    """The reports of clubs that wait, and the club that ``club`` names, with its board."""
    need(request, "work_reports")
    uid = request.GET.get("club", "")
    club = selectors.club_called(uid) if uid else None
    if uid and club is None:
        raise Http404
    if request.method == "POST":
        act = _acts(uid, request.POST, why_of(request), timezone.now()).get(
            request.POST.get("do", "")
        )
        if act is None:
            raise Http404
        attempt(request, act, _("Done."))
        return redirect(f"{reverse('admin:moderation_clubs')}?club={uid}")
    context = {
        "title": _("Clubs"),
        "reports": list(selectors.open_reports()[:MOST]),
        "club": club,
        "board": board_lines(selectors.board_of(club)) if club else [],
    }
    return shown(request, "clubs", context)


def _acts(
    uid: str, sent: Mapping[str, str], why: Why, now: datetime
) -> dict[str, Callable[[], None]]:
    key = number(sent.get("key"))
    return {
        "hide": lambda: services.hide_announcement(key=key, why=why, now=now),
        "close": lambda: services.set_club_closed(uid=uid, is_closed=True, why=why, now=now),
        "open": lambda: services.set_club_closed(uid=uid, is_closed=False, why=why, now=now),
        "settle": lambda: services.settle_club_reports(uid=uid, why=why, now=now),
    }
