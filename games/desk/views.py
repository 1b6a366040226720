"""A user's own matches: the desk and the archive."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.common.access import own_action, own_page, public_page
from accounts.common.names import name_key
from accounts.preferences.display import piece_set_for
from games.common.exceptions import GamesError
from games.common.pulls import Reader, pulls_of
from games.common.requests import member
from games.desk.context import PageFrame
from games.desk.forms import ArchiveForm, DeskForm
from games.desk.places import Wanted
from games.desk.presenters import Headings, headings_by, lost_seat, present_desk, present_row
from games.desk.selectors import Desk, desk_of, past_matches, rows_of
from games.events.own import event_names, own_events
from games.lobby.presenters.cards import challenge_card
from games.lobby.selectors.challenges import open_challenges
from games.lobby.selectors.seeks import seeks_open
from games.match.changes.deskmarks import MUTE, NONE, STAR, mark_board
from games.match.reading.selectors import bots_beaten, next_board_uid, past_seats, seats_lost
from games.match.reading.visibility import NoSuchMatch
from games.people.presenters import next_bot_of

PAGE_SIZE = 25
MOST_KEPT = 600
"""Letters of what a desk is narrowed to."""
CARDS = 11
"""How many matches the desk shows with their boards; the rest is asked for."""


@public_page
def who(request: HttpRequest) -> HttpResponse:
    """Return who is signed in and the token of now: for a page that stood while that changed."""
    answer = JsonResponse({"user": PageFrame(request).device_user, "token": get_token(request)})
    answer["Cache-Control"] = "no-store"
    return answer


@own_page
def desk(request: HttpRequest) -> HttpResponse:
    """My move by deadline, what I wait for, offers, what has ended."""
    now, user = timezone.now(), member(request)
    form = DeskForm(request.GET)
    asked_for = dict(form.cleaned_data) if form.is_valid() else {}
    is_compact = asked_for.pop("compact", False)
    wanted = Wanted(**asked_for)
    number = request.GET.get("page", "") if is_compact else None
    found = desk_of(user.pk, now=now, wanted=wanted, most=CARDS, page=number)
    headings = _headings(found, wanted)
    page = present_desk(found, now, piece_set=piece_set_for(request), headings=headings)
    kept = urlencode({name: value for name, value in asked_for.items() if value})
    _keep(request, kept)
    asked = open_challenges(user, now)
    events = own_events(user.pk)
    context = {
        "desk": page,
        "form": form,
        "is_compact": is_compact,
        "page": found.page,
        "kept": kept,
        "is_long": page.left_out > 0 or any(request.GET.values()),
        "events": events,
        "questions": page.questions + sum(not facts.is_own for facts in asked) + len(events.asking),
        "asked": [challenge_card(facts, now) for facts in asked if not facts.is_own],
        "seeking": seeks_open(user.pk) + sum(facts.is_own for facts in asked),
    }
    if "HX-Request" not in request.headers:
        reader = Reader(user, now, is_free=not found.to_move)
        context |= {"pulls": pulls_of(reader), "next_bot": next_bot_of(bots_beaten(user.pk))}
    return render(request, "desk/desk.html", context)


def _headings(found: Desk, wanted: Wanted) -> Headings:
    events: dict[str, str] = {}
    if wanted.group == "event":
        lists = (found.to_move, found.waiting, found.offers, found.finished)
        events = event_names({row.event for rows in lists for row in rows if row.event})
    return headings_by(wanted.group, events)


KEPT = "desk"
"""Where the session has what the desk was narrowed to last, for "next" on the boards."""


def _keep(request: HttpRequest, kept: str) -> None:
    """Let "next" keep to what the desk shows; a desk that shows everything forgets it."""
    if kept == request.session.get(KEPT, ""):
        return  # nothing is written for a desk that looks again
    if kept:
        request.session[KEPT] = kept
    else:
        del request.session[KEPT]


@own_page
def archive(request: HttpRequest) -> HttpResponse:
    """The finished matches, narrowed by game and result."""
    form = ArchiveForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    user = member(request)
    found = past_matches(user.pk, **wanted)
    past = past_seats(found, before=request.GET.get("before", ""), most=PAGE_SIZE)
    now = timezone.now()
    pieces = piece_set_for(request)
    rows = [present_row(row, now, piece_set=pieces) for row in rows_of(past.seats, now)]
    lost = [lost_seat(row, user.pk) for row in seats_lost(user, PAGE_SIZE)]
    context = {"form": form, "past": past, "rows": rows, "lost": lost}
    return render(request, "desk/archive.html", context)


@own_page
def next_board(request: HttpRequest) -> HttpResponse:
    """Onwards to the board with least time left; to the desk when none waits.

    It keeps to what the address names, or else to what the desk was narrowed to last.
    """
    after = request.GET.get("after", "")
    is_narrowed = bool(request.GET.keys() - {"after"})
    form = DeskForm(request.GET if is_narrowed else QueryDict(request.session.get(KEPT, "")))
    form.is_valid()  # what makes no sense is left out
    wanted = {name: form.cleaned_data.get(name, "") for name in ("game", "mark", "opponent")}
    uid = next_board_uid(
        member(request).pk,
        after=after if after.isalnum() else "",
        game=wanted["game"],
        mark=wanted["mark"],
        opponent=name_key(wanted["opponent"]),
    )
    return redirect("games:match", uid) if uid else redirect("games:desk")


@own_action
def mark(request: HttpRequest) -> HttpResponse:
    """Mark a board on one's desk, by a field named after the mark with the match in it; back to
    the desk as it was narrowed."""
    for name, kind in (("star", STAR), ("mute", MUTE), ("plain", NONE)):
        uid = request.POST.get(name, "")
        if uid.isalnum():
            try:
                mark_board(uid=uid, user=request.user, mark=kind)
            except (GamesError, NoSuchMatch) as error:
                raise Http404 from error
            form = DeskForm(QueryDict(request.POST.get("kept", "")[:MOST_KEPT]))
            kept = form.cleaned_data if form.is_valid() else {}
            query = urlencode({name: value for name, value in kept.items() if value})
            return redirect(f"{reverse('games:desk')}{'?' if query else ''}{query}")
    return HttpResponse(status=422)


@own_page
def counts(request: HttpRequest) -> HttpResponse:
    """The two counts of the page's frame, for a page that no socket tells them."""
    return render(request, "desk/counts.jinja.html", {"frame": PageFrame(request)})
