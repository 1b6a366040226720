"""What could have been known in a match that is over: a page, and a part for other pages."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.preferences.display import piece_set_for
from games.boards.names import game_name
from games.boards.pictures import picture_svg
from games.boards.refusals import error_sentence
from games.common.addresses import address
from games.common.exceptions import GamesError
from games.matchpage.asked import read_piece_set, read_ply
from games.matchpage.presenters.page import present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.selectors import Look, board_facts
from games.matchpage.views.matches import found, origin_of, refused
from games.reviews.board import board_asked, read_line
from games.reviews.presenters.analysis import present_analysis
from games.reviews.presenters.board import present_board
from games.reviews.presenters.pages import present_review
from games.reviews.selectors import analysis_facts, review_facts
from games.reviews.services import ask_analysis, ask_review


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@found
def known(request: HttpRequest, uid: str) -> HttpResponse:
    """The review, or how far it is; a POST asks for it. While the match goes on, its board."""
    try:
        if request.method == "POST":
            ask_review(uid=uid, user=request.user, now=timezone.now())
            return redirect("games:known", uid)
        facts = review_facts(uid, request.user)
    except GamesError as error:
        return refused(request, uid, error)
    page = present_review(
        facts,
        ply=read_ply(request.GET),
        piece_set=piece_set_for(request),
        origin=origin_of(request),
    )
    return render(request, "reviews/known.html", {"review": page})


@login_not_required
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@require_safe
@found
def known_embed(request: HttpRequest, uid: str) -> HttpResponse:
    """The chart and what it comes to, for a frame in somebody else's page.

    Whatever it answers may be framed, so it is the same for everybody.
    """
    template = "reviews/embed.html"
    try:
        facts = review_facts(uid, AnonymousUser())
    except GamesError as error:
        told = {"review": None, "sentence": error_sentence(error)}
        return render(request, template, told, status=error.status)
    pieces, origin = read_piece_set(request.GET), origin_of(request)
    page = present_review(facts, piece_set=pieces, origin=origin)
    return render(request, template, {"review": page, "origin": origin})


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@found
def analysis(request: HttpRequest, uid: str) -> HttpResponse:
    """What the positions of a match were worth, or how far that is; a POST asks for it."""
    try:
        if request.method == "POST":
            ask_analysis(uid=uid, user=request.user, now=timezone.now())
            return redirect("games:analysis", uid)
        facts = analysis_facts(uid, request.user)
    except GamesError as error:
        return refused(request, uid, error)
    look = Look(after_ply=read_ply(request.GET) or 0)
    board = board_facts(uid, request.user, now=timezone.now(), look=look)
    pieces = piece_set_for(request)
    match = present_match(board, preferences=Preferences(piece_set=pieces))
    drawing = picture_svg(board.game, board.view, 0, piece_set=pieces)
    told = {"analysis": present_analysis(facts, match), "match": match, "drawing": drawing}
    return render(request, "reviews/analysis.html", told)


@login_not_required
@require_safe
def analysis_board(request: HttpRequest, slug: str) -> HttpResponse:
    """Any position of a game that hides nothing, with a line of moves that stands in the address.

    A move typed in ``next`` is added to the line.
    """
    game = slug
    query = request.GET.dict()
    if query.get("next"):
        query["moves"] = f"{query.get('moves', '')} {query['next']}"
    try:
        line = read_line(game, query)
    except LookupError as error:
        raise Http404 from error
    told = {"url": address("games:analysis-board", game), "game_name": game_name(game)}
    try:
        asked = board_asked(line)
    except GamesError as error:
        refusal = {**told, "sentence": error_sentence(error), "board": None}
        return render(request, "reviews/board.html", refusal, status=error.status)
    pieces = piece_set_for(request)
    page = present_board(asked, piece_set=pieces, origin=origin_of(request))
    return render(request, "reviews/board.html", {**told, "board": page, "sentence": ""})
