"""Tournaments: lists, one of them, and making one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.ladders.presenters.pages import ladder_cards
from games.tournaments import selectors
from games.tournaments.exceptions import NoTournament
from games.tournaments.forms import TournamentForm
from games.tournaments.models import Tournament
from games.tournaments.presenters import files, pages
from games.tournaments.services import beginning, entering, withdrawing

if TYPE_CHECKING:
    from accounts.models import User

State = Tournament.State
LISTS = ("open", "running", "over", "mine")


@login_not_required
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Tournaments: open for entries, in progress, over, or one's own."""
    which = request.GET.get("list", "")
    if which not in LISTS or (which == "mine" and not request.user.is_authenticated):
        which = "open"
    found = selectors.listed(which=which, user_id=request.user.pk)
    page = Paginator(found, selectors.PAGE).get_page(request.GET.get("page"))
    context = {
        "which": which,
        "ladders": ladder_cards(request.user.pk),
        "page": page,
        "cards": [pages.tournament_card(one, one.entered) for one in page.object_list],
    }
    return render(request, "tournaments/events.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """Make a tournament."""
    if request.method != "POST":
        return render(request, "tournaments/new.html", {"form": TournamentForm()})
    form = TournamentForm(request.POST)
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


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def event(request: HttpRequest, event: str) -> HttpResponse:
    """One tournament; a POST enters, leaves, begins, withdraws or calls off, by ``do``."""
    tournament = selectors.tournament_called(event)
    if tournament is None:
        raise Http404
    if request.method != "POST":
        return _page(request, tournament)
    if not request.user.is_authenticated:
        return redirect("account_login")
    asked = request.POST.get("do", "")
    try:
        said = _do(asked, tournament, member(request), request.POST, timezone.now())
    except GamesError as error:
        messages.error(request, error_sentence(error))
        return _page(request, tournament, status=error.status)
    messages.success(request, said)
    return redirect("games:event", event)


def _do(
    asked: str, tournament: Tournament, user: User, sent: Mapping[str, str], now: datetime
) -> str:
    """Do what was asked; what to say of it. Raises NoTournament and its like."""
    uid = tournament.uid
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
        "sentences": pages.card_sentences(tournament),
        "tie_breaks": pages.tie_break_sentence(),
        "rows": pages.rows_of(standings, user_id),
        "decided": pages.matches_line(standings),
        "winners": pages.winners_of(standings),
        "has_begun": tournament.state in (State.RUNNING, State.OVER),
        "is_open": tournament.state == State.OPEN,
        "is_running": tournament.state == State.RUNNING,
        "own": own,
        "why_not": _why_not(request, tournament, link),
        "is_maker": is_maker,
        "can_begin": is_maker
        and tournament.state == State.OPEN
        and len(standings.entries) >= entering.FEWEST,
        "link": link if link == tournament.link else "",
        "share": request.build_absolute_uri(f"{request.path}?link={tournament.link}")
        if is_maker and tournament.link
        else "",
        "uid": tournament.uid,
    }
    return render(request, "tournaments/event.html", context, status=status)


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
    """The table as JSON, CSV or TRF16."""
    tournament = selectors.tournament_called(event)
    if tournament is None:
        raise Http404
    standings = selectors.standings_of(tournament)
    if form == "json":
        return JsonResponse(files.as_json(standings), json_dumps_params={"ensure_ascii": False})
    if form == "csv":
        text, kind = files.as_csv(standings), "text/csv; charset=utf-8"
    else:
        text, kind = files.as_trf(standings), "text/plain; charset=utf-8"
    return HttpResponse(text, content_type=kind)
