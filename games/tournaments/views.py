"""Tournaments: lists, one of them, and making one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.access import own_form, public_form, public_page
from accounts.models import User
from games.boards.answers import Acts, made_by, page_with_acts, table_file, why_not
from games.clubs.selectors import (
    OFFICER,
    club_called,
    clubs_called,
    clubs_of,
    is_officer,
)
from games.common.pages import for_frames
from games.common.requests import member, whole_form
from games.lobby.presenters.chosen import chosen_line
from games.match.exceptions import HouseClosed
from games.tournaments import selectors
from games.tournaments.exceptions import NoOtherClub, NoTournament
from games.tournaments.forms import ClubMatchForm, EventForm, TournamentForm
from games.tournaments.models import Tournament
from games.tournaments.presenters import files, pages
from games.tournaments.presenters.drawing import meeting_svg, table_svg
from games.tournaments.presenters.sharing import share_of
from games.tournaments.selectors import Standings
from games.tournaments.services import beginning, clubmatches, entering, withdrawing

State = Tournament.State


@own_form
def new_event(request: HttpRequest) -> HttpResponse:
    """Make a tournament; ``club`` names the club for whose members it is to be."""
    own, user, now = clubs_of(request.user.pk, role=OFFICER), member(request), timezone.now()
    if request.method != "POST":
        chosen = TournamentForm.for_club(request.GET, own)
        form = TournamentForm(whole_form(request), clubs=own, initial=chosen)
        refused = why_not(request, entering.check_may_make)
        return _making(request, "new", form, {"why_not": refused})
    form = TournamentForm(request.POST, clubs=own)
    made = made_by(form, lambda: entering.make_tournament(user=user, asked=form.asked, now=now))
    if made is not None:
        return redirect("games:event", made.uid)
    return _making(request, "new", form, {}, status=422)


def _making(
    request: HttpRequest,
    page: str,
    form: EventForm,
    facts: Mapping[str, object],
    status: int = 200,
) -> HttpResponse:
    context = {**facts, "form": form, "chosen": chosen_line(form)}
    return render(request, f"tournaments/{page}.html", context, status=status)


@own_form
def ask_club(request: HttpRequest, club: str) -> HttpResponse:
    """Ask another club for a match, as an officer of this one."""
    own, user, now = club_called(club), member(request), timezone.now()
    if own is None or not is_officer(own.uid, user.pk):
        raise Http404
    if request.method != "POST":
        return _making(request, "ask_club", ClubMatchForm(whole_form(request)), {"club": own})
    form = ClubMatchForm(request.POST)
    made = made_by(
        form,
        lambda: clubmatches.propose(user=user, asked=form.asked(own.uid), now=now),
        beside={NoOtherClub: "against"},
    )
    if made is not None:
        return redirect("games:event", made.uid)
    return _making(request, "ask_club", form, {"club": own}, status=422)


@public_form
def event(request: HttpRequest, event: str) -> HttpResponse:
    """One tournament; a POST enters, leaves, begins, withdraws, calls off, or answers the proposal
    of a match of clubs, by ``do``."""
    tournament = selectors.tournament_called(event)
    if tournament is None:
        raise Http404
    return page_with_acts(
        request,
        lambda user: _acts(tournament.uid, user, request.POST.get("link", ""), timezone.now()),
        missing=NoTournament,
        page=lambda status: _page(request, tournament, status),
        onward=lambda: redirect("games:event", event),
    )


def _acts(uid: str, user: User, link: str, now: datetime) -> Acts:
    return {
        "enter": (
            lambda: entering.enter(uid=uid, user=user, link=link, now=now),
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


def _page(request: HttpRequest, tournament: Tournament, status: int) -> HttpResponse:
    tournament.refresh_from_db()
    standings = selectors.standings_of(tournament)
    user_id = request.user.pk
    own = selectors.entry_of(tournament, user_id)
    is_maker = tournament.made_by_id == user_id
    link = request.GET.get("link", "") or request.POST.get("link", "")
    enter = partial(entering.check_may_enter, tournament, link=link, now=timezone.now())
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
        "why_not": why_not(request, enter, visitors=_("Sign in to enter.")),
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


@public_page
def event_file(request: HttpRequest, event: str, form: str) -> HttpResponse:
    """The table as JSON, CSV, TRF16, or as a picture: SVG, or PNG as other sites show it."""
    tournament = selectors.tournament_called(event)
    if tournament is None:
        raise Http404
    standings = selectors.standings_of(tournament)
    return table_file(
        form,
        json=lambda: files.as_json(standings),
        drawing=lambda: _drawing(standings),
        csv=(lambda: files.as_csv(standings), "text/csv"),
        trf=(lambda: files.as_trf(standings), "text/plain"),
    )


def _drawing(standings: Standings) -> str:
    tournament = standings.tournament
    card = pages.tournament_card(tournament, len(standings.entries))
    if tournament.guests:
        clubs = clubs_called(tournament.clubs)
        return meeting_svg(card, pages.meeting_of(standings, clubs, None))
    return table_svg(card, pages.rows_of(standings, None))


@for_frames
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
