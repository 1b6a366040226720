"""The page of a league."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.boards.answers import done_and_said
from games.boards.cards import card_for
from games.boards.names import game_name
from games.boards.refusals import error_sentence
from games.clubs.selectors import club_called
from games.common.exceptions import GamesError
from games.common.requests import member
from games.leagues import selectors
from games.leagues.exceptions import NoLeague
from games.leagues.models import League, Season
from games.leagues.presenters import pages
from games.leagues.services import enrolling, seasons
from games.tournaments.presenters.pages import tie_break_sentence, tie_sentences
from games.tournaments.selectors import division_of, standings_of

if TYPE_CHECKING:
    from accounts.models import User
    from games.tournaments.models import Tournament

PAST = 10


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The league of a game, or that of a club in it; a POST enrols or leaves, by ``do``."""
    found = selectors.league_at(slug)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _page(request, found)
    return done_and_said(
        request,
        lambda user: _do(found, user, request.POST.get("do", ""), timezone.now()),
        page=lambda status: _page(request, found, status=status),
        onward=lambda: redirect("games:league", slug),
    )


def _do(league: League, user: User, asked: str, now: datetime) -> str:
    """Do what was asked; what to say of it. Raises NoLeague and its like."""
    acts: dict[str, tuple[Callable[..., None], str]] = {
        "enrol": (enrolling.enrol, _("You are enrolled. We tell you when the season begins.")),
        "leave": (enrolling.leave, _("You are not enrolled any more.")),
    }
    if asked not in acts:
        raise NoLeague
    act, said = acts[asked]
    act(game=league.game, club=league.club, user=user, now=now)
    return said


def _page(request: HttpRequest, league: League, status: int = 200) -> HttpResponse:
    now, user_id, game = timezone.now(), request.user.pk, league.game
    found = league if league.pk else None
    last = selectors.last_season(found) if found else None
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
        "why_not": _why_not(request, league),
        **(_season(request.GET, league, last, user_id) if found and last else {}),
    }
    return render(request, "leagues/league.html", context, status=status)


def _season(
    asked: Mapping[str, str], league: League, last: Season, user_id: int | None
) -> dict[str, object]:
    """The season that was asked for, or else the last, and a division of it: the one asked for,
    or else the reader's, or else the first."""
    season = selectors.season_of(league, _number(asked.get("season", ""))) or last
    divisions = selectors.divisions_of(league, season)
    own = division_of(divisions, user_id)
    number = _number(asked.get("division", ""))
    if not 1 <= number <= len(divisions):
        number = own or 1
    standings = standings_of(divisions[number - 1])
    return {
        "season": season,
        "divisions": pages.division_links(divisions, number, own),
        "division": number,
        "rows": pages.division_rows(standings, season, _sizes(divisions), user_id),
        "event": divisions[number - 1].uid,
        "tie_breaks": tie_break_sentence(),
        "ties": tie_sentences(standings),
    }


def _sizes(divisions: Sequence[Tournament]) -> list[int]:
    return [one.size for one in divisions]


def _number(text: str) -> int:
    """A small number in an address; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def _why_not(request: HttpRequest, league: League) -> str:
    """Why the reader cannot enrol; "" where they can."""
    if not request.user.is_authenticated:
        return _("Sign in to enrol.")
    try:
        enrolling.check_may_enrol(league, member(request))
    except GamesError as error:
        return str(error_sentence(error))
    return ""
