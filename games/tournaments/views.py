"""Tournaments: lists, one of them, and making one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required, login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.boards.answers import done_and_said
from games.boards.refusals import error_sentence
from games.boards.socialpictures import social_picture
from games.clubs.selectors import (
    OFFICER,
    club_called,
    clubs_called,
    clubs_of,
    is_officer,
)
from games.common.exceptions import GamesError
from games.common.requests import member
from games.match.exceptions import HouseClosed
from games.tournaments import selectors
from games.tournaments.exceptions import NoOtherClub, NoTournament
from games.tournaments.forms import ClubMatchForm, TournamentForm
from games.tournaments.models import Tournament
from games.tournaments.presenters import files, pages
from games.tournaments.presenters.drawing import meeting_svg, table_svg
from games.tournaments.presenters.sharing import share_of
from games.tournaments.selectors import Standings
from games.tournaments.services import beginning, clubmatches, entering, withdrawing

if TYPE_CHECKING:
    from accounts.models import User

State = Tournament.State


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """Make a tournament; ``club`` names the club for whose members it is to be."""
    own = clubs_of(request.user.pk, role=OFFICER)
    if request.method != "POST":
        form = TournamentForm(clubs=own, initial=TournamentForm.for_club(request.GET, own))
        context = {"form": form, "why_not": _why_not_make(member(request))}
        return render(request, "tournaments/new.html", context)
    form = TournamentForm(request.POST, clubs=own)
    if form.is_valid():
        try:
            made = entering.make_tournament(
                user=member(request), asked=form.asked, now=timezone.now()
            )
        except GamesError as error:
            form.add_error(None, error_sentence(error))
        else:
            return redirect("games:event", made.uid)
    return render(request, "tournaments/new.html", {"form": form}, status=422)


def _why_not_make(user: User) -> str:
    """What keeps the user from making tournaments; "" if nothing does."""
    try:
        entering.check_may_make(user)
    except GamesError as error:
        return str(error_sentence(error))
    return ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask_club(request: HttpRequest, club: str) -> HttpResponse:
    """Ask another club for a match, as an officer of this one."""
    own = club_called(club)
    if own is None or not is_officer(own.uid, member(request).pk):
        raise Http404
    if request.method != "POST":
        return render(request, "tournaments/ask_club.html", {"form": ClubMatchForm(), "club": own})
    form = ClubMatchForm(request.POST)
    if form.is_valid():
        try:
            made = clubmatches.propose(
                user=member(request), asked=form.asked(own.uid), now=timezone.now()
            )
        except NoOtherClub as error:
            form.add_error("against", error_sentence(error))
        except GamesError as error:
            form.add_error(None, error_sentence(error))
        else:
            return redirect("games:event", made.uid)
    return render(request, "tournaments/ask_club.html", {"form": form, "club": own}, status=422)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: HttpRequest, event: str) -> HttpResponse:
    """One tournament; a POST enters, leaves, begins, withdraws, calls off, or answers the proposal
    of a match of clubs, by ``do``."""
    tournament = selectors.tournament_called(event)
    if tournament is None:
        raise Http404
    if request.method != "POST":
        return _page(request, tournament)
    return done_and_said(
        request,
        lambda user: _do(tournament, user, request.POST, timezone.now()),
        page=lambda status: _page(request, tournament, status=status),
        onward=lambda: redirect("games:event", event),
    )


def _do(tournament: Tournament, user: User, sent: Mapping[str, str], now: datetime) -> str:
    """Do what was asked; what to say of it. Raises NoTournament and its like."""
    uid, asked = tournament.uid, sent.get("do", "")
    acts: dict[str, tuple[Callable[[], object], str]] = {
        "enter": (
            lambda: entering.enter(uid=uid, user=user, link=sent.get("link", ""), now=now),
            _("You are in. We tell you when it begins."),
        ),
        "leave": (
            lambda: entering.leave_before(uid=uid, user=user),
            _("You have left the tournament."),
        ),
        "begin": (
            lambda: beginning.begin_now(uid=uid, user=user, now=now),
            _("The tournament begins."),
        ),
        "call-off": (
            lambda: entering.call_off(uid=uid, user=user, now=now),
            _("The tournament is called off."),
        ),
        "accept": (
            lambda: clubmatches.accept(uid=uid, user=user, now=now),
            _("Accepted. Members of both clubs can enter now."),
        ),
        "decline": (
            lambda: clubmatches.decline(uid=uid, user=user, now=now),
            _("The match of clubs is declined."),
        ),
        "withdraw": (
            lambda: withdrawing.withdraw(uid=uid, user=user, now=now),
            _("You have withdrawn from the tournament."),
        ),
    }
    if asked not in acts:
        raise NoTournament
    act, said = acts[asked]
    act()
    return said


def _page(request: HttpRequest, tournament: Tournament, status: int = 200) -> HttpResponse:
    tournament.refresh_from_db()
    standings = selectors.standings_of(tournament)
    user_id = request.user.pk
    own = selectors.entry_of(tournament, user_id)
    is_maker = tournament.made_by_id == user_id
    link = request.GET.get("link", "") or request.POST.get("link", "")
    context = {
        "card": pages.tournament_card(tournament, len(standings.entries)),
        "maker": tournament.made_by,
        **_clubs(tournament, standings, user_id),
        "sentences": pages.card_sentences(tournament),
        "tie_breaks": pages.tie_break_sentence(),
        "ties": pages.tie_sentences(standings),
        "rows": pages.rows_of(standings, user_id),
        "decided": pages.matches_line(standings),
        "winners": pages.winners_of(standings),
        "has_begun": tournament.state in (State.RUNNING, State.OVER),
        "is_open": tournament.state == State.OPEN,
        "is_running": tournament.state == State.RUNNING,
        "own": own,
        "why_not": _why_not(request, tournament, link),
        "is_maker": is_maker,
        "can_begin": is_maker and _can_begin(tournament),
        "is_proposed": tournament.state == State.PROPOSED,
        "link": link if link == tournament.link else "",
        "passed_on": share_of(standings, request.build_absolute_uri("/").rstrip("/")),
        "share": request.build_absolute_uri(f"{request.path}?link={tournament.link}")
        if is_maker and tournament.link
        else "",
        "uid": tournament.uid,
        "league": tournament.division.league if tournament.division else "",
        "ends_at": tournament.ends_at if tournament.state == State.RUNNING else None,
    }
    return render(request, "tournaments/event.html", context, status=status)


def _clubs(
    tournament: Tournament, standings: selectors.Standings, user_id: int | None
) -> dict[str, object]:
    """What the page says of the clubs whose tournament it is: none, one, or the two that meet."""
    if not tournament.clubs:
        return {}
    found = clubs_called(tournament.clubs)
    context: dict[str, object] = {"clubs": [found[uid] for uid in tournament.clubs if uid in found]}
    if tournament.guests:
        is_asked = tournament.state == State.PROPOSED
        context["meeting"] = pages.meeting_of(standings, found, user_id)
        context["can_answer"] = is_asked and is_officer(tournament.guests, user_id or 0)
    return context


def _can_begin(tournament: Tournament) -> bool:
    try:
        return beginning.can_begin(tournament)
    except HouseClosed:
        return False


def _why_not(request: HttpRequest, tournament: Tournament, link: str) -> str:
    """Why the reader cannot enter; "" where they can."""
    if not request.user.is_authenticated:
        return _("Sign in to enter.")
    user = member(request)
    try:
        entering.check_may_enter(tournament, user, link=link, now=timezone.now())
    except GamesError as error:
        return str(error_sentence(error))
    return ""


@login_not_required
@require_safe
def event_file(request: HttpRequest, event: str, form: str) -> HttpResponse:
    """The table as JSON, CSV, TRF16, or as a picture: SVG, or PNG as other sites show it."""
    tournament = selectors.tournament_called(event)
    if tournament is None:
        raise Http404
    standings = selectors.standings_of(tournament)
    if form == "json":
        return JsonResponse(files.as_json(standings), json_dumps_params={"ensure_ascii": False})
    if form == "png":
        return HttpResponse(social_picture(str(_drawing(standings))), content_type="image/png")
    made, kind = {
        "csv": (files.as_csv, "text/csv"),
        "trf": (files.as_trf, "text/plain"),
        "svg": (_drawing, "image/svg+xml"),
    }[form]
    return HttpResponse(made(standings), content_type=f"{kind}; charset=utf-8")


def _drawing(standings: Standings) -> str:
    tournament = standings.tournament
    card = pages.tournament_card(tournament, len(standings.entries))
    if tournament.guests:
        clubs = clubs_called(tournament.clubs)
        return meeting_svg(card, pages.meeting_of(standings, clubs, None))
    return table_svg(card, pages.rows_of(standings, None))


@login_not_required
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@require_safe
def event_embed(request: HttpRequest, event: str = "") -> HttpResponse:
    """The table for a frame in somebody else's page: the same for everybody, with links alone.

    Whatever it answers may be framed, so it never answers with a page of one's own.
    """
    tournament = selectors.tournament_called(event)
    if tournament is None or tournament.guests:
        return render(request, "tournaments/embed.html", {"card": None}, status=404)
    standings = selectors.standings_of(tournament)
    context = {
        "card": pages.tournament_card(tournament, len(standings.entries)),
        "rows": pages.rows_of(standings, None),
        "decided": pages.matches_line(standings),
        "tie_breaks": pages.tie_break_sentence(),
        "origin": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "tournaments/embed.html", context)
