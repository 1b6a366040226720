"""The page of a ladder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.boards.answers import done_and_said
from games.boards.cards import card_for
from games.boards.names import game_name
from games.boards.refusals import error_sentence
from games.boards.socialpictures import social_picture
from games.common.exceptions import GamesError
from games.common.requests import member
from games.ladders import selectors
from games.ladders.exceptions import MayNotBeChallenged, NoLadder
from games.ladders.models import Ladder, Rung
from games.ladders.presenters import files, pages
from games.ladders.services import challenging, places
from games.match.exceptions import PersonGone
from games.match.permissions import check_may_begin

if TYPE_CHECKING:
    from django.core.paginator import Page

    from accounts.models import User

STEPS = 10


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The ladder of a game; a POST joins, leaves, challenges or answers, by ``do``."""
    if slug not in selectors.laddered():
        raise Http404
    if request.method != "POST":
        return _page(request, slug)
    return done_and_said(
        request,
        lambda user: _do(slug, user, request.POST, timezone.now()),
        page=lambda status: _page(request, slug, status=status),
        onward=lambda: redirect("games:ladder", slug),
    )


@login_not_required
@require_safe
def ladder_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Everybody on a ladder as JSON or CSV; its top as SVG, or as PNG as other sites show it."""
    if slug not in selectors.laddered():
        raise Http404
    found = selectors.ladder_of(slug)
    rungs = selectors.rungs_of(found) if found else Rung.objects.none()
    if form == "json":
        return JsonResponse(files.as_json(slug, rungs), json_dumps_params={"ensure_ascii": False})
    if form == "csv":
        return HttpResponse(files.as_csv(rungs), content_type="text/csv; charset=utf-8")
    drawing = files.as_svg(slug, rungs[: files.DRAWN], rungs.count())
    if form == "svg":
        return HttpResponse(drawing, content_type="image/svg+xml; charset=utf-8")
    return HttpResponse(social_picture(str(drawing)), content_type="image/png")


def _do(game: str, user: User, sent: Mapping[str, str], now: datetime) -> str:
    """Do what was asked; what to say of it. Raises NoLadder and its like."""
    key = int(sent["key"]) if sent.get("key", "").isascii() and sent.get("key", "").isdigit() else 0
    acts: dict[str, tuple[Callable[[], object], str]] = {
        "join": (
            lambda: places.join(game=game, user=user, now=now),
            _("You are on the ladder."),
        ),
        "leave": (
            lambda: places.leave(game=game, user=user, now=now),
            _("You have left the ladder."),
        ),
        "challenge": (
            lambda: challenging.challenge(game=game, user=user, name=sent.get("name", ""), now=now),
            _("Your challenge is sent. They have three days to answer."),
        ),
        "accept": (
            lambda: challenging.accept(game=game, key=key, user=user, now=now),
            _("The match begins."),
        ),
        "refuse": (
            lambda: challenging.refuse(game=game, key=key, user=user, now=now),
            _("You have given your place away."),
        ),
        "take-back": (
            lambda: challenging.take_back(game=game, key=key, user=user, now=now),
            _("You have taken your challenge back."),
        ),
    }
    act, said = acts.get(sent.get("do", ""), (None, ""))
    if act is None or key >= 2**31:
        raise NoLadder
    try:
        act()
    except PersonGone as error:
        raise MayNotBeChallenged from error
    return said


def _page(request: HttpRequest, game: str, status: int = 200) -> HttpResponse:
    now, user_id = timezone.now(), request.user.pk
    found = selectors.ladder_of(game)
    ladder = found or Ladder(game=game)
    own = selectors.rung_of(found, user_id) if found else None
    page = _page_of(request, found, own)
    kept = _why_not_play(request)
    context = {
        "game": game,
        "preview": request.build_absolute_uri(reverse("games:ladder-as-png", args=[game])),
        "name": game_name(game),
        "kanji": card_for(game).kanji,
        "own": own,
        "page": page,
        "lines": _lines(found, own, list(page.object_list), now, kept) if found else [],
        "challenges": [
            pages.challenge_line(one, user_id, kept) for one in selectors.running_of(found, user_id)
        ]
        if found and user_id
        else [],
        "steps": pages.step_lines(selectors.steps_of(found, STEPS)) if found else [],
        "rules": pages.rules_of(ladder),
        "why_not": "" if own else _why_not_join(request, found, now),
    }
    return render(request, "ladders/ladder.html", context, status=status)


def _page_of(request: HttpRequest, ladder: Ladder | None, own: Rung | None) -> Page[Rung]:
    """The page asked for, or else the one on which the reader stands."""
    rows = selectors.rungs_of(ladder) if ladder else Rung.objects.none()
    number = request.GET.get("page") or ((own.place - 1) // selectors.PAGE + 1 if own else 1)
    return Paginator(rows, selectors.PAGE).get_page(number)


def _lines(
    ladder: Ladder, own: Rung | None, shown: list[Rung], now: datetime, kept: str
) -> list[pages.Line]:
    """The lines of a page; *kept* is what keeps the reader from any match, or ""."""
    if own is None:
        return [pages.line_of(rung, None, None) for rung in shown]
    near = [rung for rung in shown if 0 < own.place - rung.place <= challenging.REACH]
    reach = challenging.reach_of(ladder, own, near, now)
    lines = [
        pages.line_of(rung, own.user_id, reach.check if rung in near else None) for rung in shown
    ]
    return [replace(line, why_not=kept) if kept and line.is_in_reach else line for line in lines]


def _why_not_play(request: HttpRequest) -> str:
    """What keeps the reader from every match of a ladder: the house is closed, or they may not."""
    if not request.user.is_authenticated:
        return ""
    try:
        check_may_begin(member(request), rated=True)
    except GamesError as error:
        return str(error_sentence(error))
    return ""


def _why_not_join(request: HttpRequest, ladder: Ladder | None, now: datetime) -> str:
    if not request.user.is_authenticated:
        return _("Sign in to join.")
    try:
        places.check_may_join(ladder, member(request), now)
    except GamesError as error:
        return str(error_sentence(error))
    return ""
