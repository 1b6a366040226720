"""The page of a league."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.access import public_form
from accounts.common.requests import whole_number
from accounts.models import User
from games.boards.answers import Acts, page_with_acts, why_not
from games.boards.cards import card_for
from games.boards.names import game_name
from games.clubs.selectors import club_called
from games.leagues import selectors
from games.leagues.exceptions import NoLeague
from games.leagues.models import League, Season
from games.leagues.presenters import pages
from games.leagues.services import enrolling, seasons
from games.tournaments.presenters.pages import tie_break_sentence, tie_sentences
from games.tournaments.selectors import division_of, standings_of

PAST = 10


@public_form
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The league of a game, or that of a club in it; a POST enrols or leaves, by ``do``."""
    found = selectors.league_at(slug)
    if found is None:
        raise Http404
    return page_with_acts(
        request,
        lambda user: _acts(found, user, timezone.now()),
        missing=NoLeague,
        page=lambda status: _page(request, found, status),
        onward=lambda: redirect("games:league", slug),
    )


def _acts(league: League, user: User, now: datetime) -> Acts:
    asked: dict[str, Any] = {"game": league.game, "club": league.club, "user": user, "now": now}
    return {
        "enrol": (
            lambda: enrolling.enrol(**asked),
            _("You are enrolled. We tell you when the season begins."),
        ),
        "leave": (lambda: enrolling.leave(**asked), _("You are not enrolled any more.")),
    }


def _page(request: HttpRequest, league: League, status: int) -> HttpResponse:
    now, user_id, game = timezone.now(), request.user.pk, league.game
    found = league if league.pk else None
    last = selectors.last_season(found) if found else None
    check = partial(enrolling.check_may_enrol, league)
    context = {
        "name": game_name(game),
        "club": club_called(league.club) if league.club else None,
        "kanji": card_for(game).kanji,
        "is_enrolled": found is not None and selectors.enrolment_of(found, user_id) is not None,
        "enrolled": found.enrolments.count() if found else 0,
        "next_start": seasons.next_start(last, now),
        "is_running": last is not None and last.ended_at is None,
        "rules": pages.rules_of(league),
        "past": pages.past_seasons(league, selectors.past_seasons(found, PAST)) if found else [],
        "why_not": why_not(request, check, visitors=_("Sign in to enrol.")),
        **(_season(request.GET, league, last, user_id) if found and last else {}),
    }
    return render(request, "leagues/league.html", context, status=status)


def _season(
    asked: Mapping[str, str], league: League, last: Season, user_id: int | None
) -> dict[str, object]:
    """The season that was asked for, or else the last, and a division of it: the one asked for,
    or else the reader's, or else the first."""
    season = selectors.season_of(league, whole_number(asked.get("season"), 4)) or last
    divisions = selectors.divisions_of(league, season)
    own = division_of(divisions, user_id)
    number = whole_number(asked.get("division"), 4)
    if not 1 <= number <= len(divisions):
        number = own or 1
    standings = standings_of(divisions[number - 1])
    return {
        "season": season,
        "divisions": pages.division_links(divisions, number, own),
        "division": number,
        "rows": pages.division_rows(standings, season, [one.size for one in divisions], user_id),
        "event": divisions[number - 1].uid,
        "tie_breaks": tie_break_sentence(),
        "ties": tie_sentences(standings),
    }
