"""One's own set-ups, made and kept outside a match. Nobody else is shown any of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from accounts.common import events
from accounts.common.access import own_form, own_page
from accounts.preferences.display import piece_set_for
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.requests import member
from games.matchpage.forms import SetupForm
from games.matchpage.presenters.setups import Shelf, games_with_setups, setup_page, shelf_of
from games.matchpage.query import read_asked
from games.setup import services as formations
from games.setup.exceptions import BadDraft, BadFormationName, NotPlacing
from games.setup.selectors import formations_of, results_of, sketch_of

WHOLE, PART, SAID = "setup/page.html", "setup/live.jinja.html", "setup/said.jinja.html"


@own_page
def setups(request: HttpRequest) -> HttpResponse:
    """All set-ups the user keeps, by game."""
    user, pieces = member(request), piece_set_for(request)
    shelves = [_shelf(user.pk, game, pieces) for game in games_with_setups()]
    most = formations.MOST_FORMATIONS
    return render(request, "setup/setups.html", {"shelves": shelves, "most": most})


def _shelf(user_id: int, game: str, pieces: str) -> Shelf:
    kept = formations_of(user_id, game)
    return shelf_of(game, kept, results_of(user_id, game, kept), pieces)


@own_form
def setup(request: HttpRequest, slug: str) -> HttpResponse:
    """The set-up of a game that the user works on; a POST does something with it, by ``do``."""
    try:
        return _done(request, slug) if request.method == "POST" else _answer(request, slug, WHOLE)
    except NotPlacing as error:
        raise Http404 from error


def _done(request: HttpRequest, slug: str) -> HttpResponse:
    """The fresh page in place, or without a script the page again; why not, if it is refused."""
    form = SetupForm(request.POST)
    template = PART if request.htmx else WHOLE  # type: ignore[attr-defined]
    try:
        if not form.is_valid():
            raise BadFormationName if form.errors.keys() & {"name", "new_name"} else BadDraft
        formations.sketch(user_id=member(request).pk, game=slug, asked=form.asked)
    except NotPlacing:
        raise
    except GamesError as error:
        if error.status == 422:
            events.note("action-refused", request, user=request.user.pk, what=error.code)
        return _answer(request, slug, template, error)
    if form.asked.do == "save":
        return _answer(request, slug, SAID)
    return _answer(request, slug, PART) if template == PART else redirect("games:set-up", slug)


def _answer(
    request: HttpRequest, slug: str, template: str, error: GamesError | None = None
) -> HttpResponse:
    asked = read_asked(request.GET)
    page = setup_page(
        slug,
        sketch_of(member(request).pk, slug),
        asked=asked.ask,
        picked=asked.pick,
        piece_set=piece_set_for(request),
        message=error_sentence(error) if error else "",
    )
    context: dict[str, object] = {"setup": page, "placing": page.placing}
    if template == WHOLE:
        context["live"] = render_to_string(PART, context, request)
    response = render(request, template, context, status=error.status if error else 200)
    response["X-Match-Version"] = "0"  # the script takes every answer for the newest
    if error:
        response["X-Refusal"] = error.code
    return response
