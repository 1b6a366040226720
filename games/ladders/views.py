"""The page of a ladder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.access import public_form, public_page
from accounts.common.requests import whole_number
from accounts.models import User
from engines.catalogue import duels
from games.boards.answers import Acts, page_with_acts, table_file, why_not
from games.boards.cards import card_for
from games.boards.names import game_name
from games.ladders import selectors
from games.ladders.exceptions import NoLadder
from games.ladders.models import Ladder, Rung
from games.ladders.presenters import files, pages
from games.ladders.services import challenging, places
from games.match.changes.permissions import check_may_begin

STEPS = 10


@public_form
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """The ladder of a game; a POST joins, leaves, challenges or answers, by ``do``."""
    if slug not in duels():
        raise Http404
    return page_with_acts(
        request,
        lambda user: _acts(slug, user, request.POST, timezone.now()),
        missing=NoLadder,
        page=lambda status: _page(request, slug, status),
        onward=lambda: redirect("games:ladder", slug),
    )


@public_page
def ladder_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Everybody on a ladder as JSON or CSV; its top as SVG, or as PNG as other sites show it."""
    if slug not in duels():
        raise Http404
    found = selectors.ladder_of(slug)
    rungs = selectors.rungs_of(found) if found else Rung.objects.none()
    return table_file(
        form,
        json=lambda: files.as_json(slug, rungs),
        drawing=lambda: files.as_svg(slug, rungs[: files.DRAWN], rungs.count()),
        csv=(lambda: files.as_csv(rungs), "text/csv"),
    )


def _acts(game: str, user: User, sent: Mapping[str, str], now: datetime) -> Acts:
    key = whole_number(sent.get("key"), 9)
    return {
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


def _page(request: HttpRequest, game: str, status: int) -> HttpResponse:
    now, user_id = timezone.now(), request.user.pk
    found = selectors.ladder_of(game)
    ladder = found or Ladder(game=game)
    own = selectors.rung_of(found, user_id) if found else None
    page = _page_of(request, found, own)
    kept = why_not(request, partial(check_may_begin, rated=True))
    join = partial(places.check_may_join, found, now=now)
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
        "why_not": "" if own else why_not(request, join, visitors=_("Sign in to join.")),
    }
    return render(request, "ladders/ladder.html", context, status=status)


def _page_of(request: HttpRequest, ladder: Ladder | None, own: Rung | None) -> Page[Rung]:
    """Return the page asked for, or else the one on which the reader stands."""
    rows = selectors.rungs_of(ladder) if ladder else Rung.objects.none()
    number = request.GET.get("page") or ((own.place - 1) // selectors.PAGE + 1 if own else 1)
    return Paginator(rows, selectors.PAGE).get_page(number)


def _lines(
    ladder: Ladder, own: Rung | None, shown: list[Rung], now: datetime, kept: str
) -> list[pages.Line]:
    """Return the lines of a page; *kept* is what keeps the reader from any match, or ""."""
    if own is None:
        return [pages.line_of(rung, None, None) for rung in shown]
    near = [rung for rung in shown if 0 < own.place - rung.place <= challenging.REACH]
    reach = challenging.reach_of(ladder, own, near, now)
    lines = [
        pages.line_of(rung, own.user_id, reach.check if rung in near else None) for rung in shown
    ]
    return [replace(line, why_not=kept) if kept and line.is_in_reach else line for line in lines]
