"""What is passed on of a match that is over. It is the same for everybody who asks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.common.access import public_page
from games.boards.refusals import error_sentence
from games.boards.socialpictures import social_picture
from games.common.exceptions import GamesError
from games.common.pages import for_frames
from games.matchpage.presenters.page import present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.presenters.sharing import picture_name, present_embed, shared_picture
from games.matchpage.query import read_eyes, read_piece_set, read_ply
from games.matchpage.selectors.board import BoardFacts, shared_facts
from games.matchpage.views.matches import answers_refusals, found, origin_of


@public_page
@answers_refusals
def picture(request: HttpRequest, uid: str) -> HttpResponse:
    """The board as an SVG file; without one, the match and why not."""
    facts = _facts(request, uid)
    drawing = shared_picture(facts, read_piece_set(request.GET))
    response = HttpResponse(drawing, content_type="image/svg+xml; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{picture_name(facts)}.svg"'
    return response


@public_page
@answers_refusals
def preview(request: HttpRequest, uid: str) -> HttpResponse:
    """The board as other sites show it with a link; without one, the match and why not."""
    facts = _facts(request, uid)
    drawing = shared_picture(facts, read_piece_set(request.GET))
    return HttpResponse(social_picture(str(drawing)), content_type="image/png")


@for_frames
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
    embedded = present_embed(facts, pieces, origin)
    return render(request, template, {"embed": embedded, "match": page})


def _facts(request: HttpRequest, uid: str) -> BoardFacts:
    asked = request.GET
    now = timezone.now()
    return shared_facts(uid, now=now, after_ply=read_ply(asked), eyes=read_eyes(asked))
