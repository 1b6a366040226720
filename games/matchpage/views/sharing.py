"""What is passed on of a match that is over. It is the same for everybody who asks."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.boards.refusals import error_sentence
from games.boards.socialpictures import social_picture
from games.common.exceptions import GamesError
from games.matchpage.asked import read_eyes, read_piece_set, read_ply
from games.matchpage.presenters.page import present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.presenters.sharing import picture_name, present_embed, shared_picture
from games.matchpage.selectors.board import BoardFacts, shared_facts
from games.matchpage.views.matches import found, origin_of, refused


@login_not_required
@require_safe
@found
def picture(request: HttpRequest, uid: str) -> HttpResponse:
    """The board as an SVG file; without one, the match and why not."""
    try:
        facts = _facts(request, uid)
    except GamesError as error:
        return refused(request, uid, error)
    drawing = shared_picture(facts, read_piece_set(request.GET))
    response = HttpResponse(drawing, content_type="image/svg+xml; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{picture_name(facts)}.svg"'
    return response


@login_not_required
@require_safe
@found
def preview(request: HttpRequest, uid: str) -> HttpResponse:
    """The board as other sites show it with a link; without one, the match and why not."""
    try:
        facts = _facts(request, uid)
    except GamesError as error:
        return refused(request, uid, error)
    drawing = shared_picture(facts, read_piece_set(request.GET))
    return HttpResponse(social_picture(str(drawing)), content_type="image/png")


@login_not_required
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@require_safe
@found
def embed(request: HttpRequest, uid: str) -> HttpResponse:
    """The board for a frame in somebody else's page: there is nothing to press but links.

    Whatever it answers may be framed, so it never answers with a page of one's own.
    """
    template = "matchpage/embed.html"
    try:
        facts = _facts(request, uid)
    except GamesError as error:
        context = {"embed": None, "sentence": error_sentence(error)}
        return render(request, template, context, status=error.status)
    pieces, origin = read_piece_set(request.GET), origin_of(request)
    page = present_match(facts, preferences=Preferences(piece_set=pieces), origin=origin)
    return render(request, template, {"embed": present_embed(facts, page, pieces, origin)})


def _facts(request: HttpRequest, uid: str) -> BoardFacts:
    asked = request.GET
    now = timezone.now()
    return shared_facts(uid, now=now, after_ply=read_ply(asked), eyes=read_eyes(asked))
