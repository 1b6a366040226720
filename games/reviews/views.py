"""What could have been known in a match that is over: a page, and a part for other pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.common.access import own_form, public_action, public_form, public_page
from accounts.preferences.display import piece_set_for
from games.boards.names import game_name
from games.boards.pasting import ASSUMED
from games.boards.pictures import picture_svg
from games.boards.refusals import error_sentence
from games.common.addresses import address
from games.common.exceptions import GamesError
from games.common.pages import for_frames, live_page
from games.common.requests import member
from games.matchpage.presenters.page import present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.query import read_asked, read_piece_set, read_ply
from games.matchpage.selectors.board import board_facts
from games.matchpage.selectors.seen import Look
from games.matchpage.views.matches import answers_refusals, found, origin_of
from games.reviews import saved
from games.reviews import variations as tried
from games.reviews.board import (
    BoardAsked,
    Line,
    board_asked,
    import_line,
    read_line,
    read_words,
    words_after,
)
from games.reviews.exceptions import (
    AnalysisFull,
    BadChange,
    BadMove,
    GuestsShareNot,
    NoSuchAnalysis,
    NoSuchNode,
    ThinkersBusy,
)
from games.reviews.models import KeptAnalysis
from games.reviews.presenters.analysis import present_analysis
from games.reviews.presenters.board import (
    KeptPart,
    Looked,
    Manner,
    Place,
    free_place,
    line_url,
    present_board,
    present_worth,
    short_url,
    with_fields,
)
from games.reviews.presenters.pages import present_review
from games.reviews.presenters.saved import kept_part, kept_place, present_list, present_past
from games.reviews.presenters.turning import present_turning
from games.reviews.presenters.variations import AT, PICKED, board_url, present_variations
from games.reviews.presenters.worth import WorthPart
from games.reviews.selectors import (
    HIDING,
    analysis_facts,
    past_hidden_matches,
    review_facts,
    turning_facts,
)
from games.reviews.services import ask_analysis, ask_review, ask_turning_points
from games.reviews.trees import START
from games.reviews.variations import At
from games.reviews.worth import ask_worth, worth_of

LONGEST_MOVE = 20
NOBODY = 0
"""Stands for a visitor: nobody has that id, so there is nothing of theirs."""
NUMBER = re.compile(r"[0-9]{1,6}")
"""Of a move in a tree."""


@public_form
@answers_refusals
def known(request: HttpRequest, uid: str) -> HttpResponse:
    """The review, or how far it is; a POST asks for it. While the match goes on, its board."""
    if request.method == "POST":
        ask_review(uid=uid, user=request.user, now=timezone.now())
        return redirect("games:known", uid)
    facts = review_facts(uid, request.user)
    page = present_review(
        facts,
        ply=read_ply(request.GET),
        piece_set=piece_set_for(request),
        origin=origin_of(request),
    )
    return render(request, "reviews/hindsight.html", {"review": page})


@for_frames
@found
def known_embed(request: HttpRequest, uid: str) -> HttpResponse:
    """The chart and what it comes to, for a frame in somebody else's page.

    Whatever it answers may be framed, so it is the same for everybody.
    """
    template = "reviews/embed.html"
    try:
        facts = review_facts(uid, AnonymousUser())
    except GamesError as error:
        context = {"review": None, "sentence": error_sentence(error)}
        return render(request, template, context, status=error.status)
    pieces, origin = read_piece_set(request.GET), origin_of(request)
    page = present_review(facts, piece_set=pieces, origin=origin)
    return render(request, template, {"review": page, "origin": origin})


@public_form
@answers_refusals
def analysis(request: HttpRequest, uid: str) -> HttpResponse:
    """Answer with what the positions of a match were worth, so far; a POST asks for it."""
    if request.method == "POST":
        ask_analysis(uid=uid, user=request.user, now=timezone.now())
        return redirect("games:analysis", uid)
    facts = analysis_facts(uid, request.user)
    look = Look(after_ply=read_ply(request.GET) or 0)
    board = board_facts(uid, request.user, now=timezone.now(), look=look)
    pieces = piece_set_for(request)
    match = present_match(board, preferences=Preferences(piece_set=pieces))
    drawing = picture_svg(board.game, board.view, 0, piece_set=pieces)
    context = {"analysis": present_analysis(facts, match), "match": match, "drawing": drawing}
    return render(request, "reviews/analysis.html", context)


@public_form
@answers_refusals
def turning(request: HttpRequest, uid: str) -> HttpResponse:
    """The turning points of a match, or how far they are; a POST asks for them.

    Fetched by the match page it is a part of that page.
    """
    is_part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    if request.method == "POST":
        ask_turning_points(uid=uid, user=request.user, now=timezone.now())
        if not is_part:
            return redirect("games:turning", uid)
    facts = turning_facts(uid, request.user)
    template = "reviews/turning_part.html" if is_part else "reviews/turning.html"
    return render(request, template, {"turning": present_turning(facts)})


@public_form
def analysis_board(request: HttpRequest, slug: str) -> HttpResponse:
    """Any position of a game that hides nothing, with a tree of moves that stands in the address;
    ``at`` is the number of the one that is shown.

    A POST leads to the line of a record or a position that was pasted.
    """
    if request.method == "POST":
        return _imported(request, slug)
    try:
        asked = board_asked(read_line(slug, _query(request)))
    except LookupError as error:
        raise Http404 from error
    except GamesError as error:
        return _no_board(request, slug, error)
    manner = Manner.read(request.GET)
    return _shown(request, asked, free_place(asked.line, manner))


def _query(request: HttpRequest) -> dict[str, str]:
    """What the address asks: of several fields ``at`` the one that is a number."""
    numbers = [text for text in request.GET.getlist("at") if NUMBER.fullmatch(text)]
    return {**request.GET.dict(), "at": numbers[0] if numbers else ""}


def _node(request: HttpRequest) -> int:
    """The number in ``at``; the start where there is none."""
    return int(_query(request)["at"] or START)


def _shown(
    request: HttpRequest,
    asked: BoardAsked,
    place: Place,
    kept: KeptPart | None = None,
    error: GamesError | None = None,
) -> HttpResponse:
    """The page; its live part alone where a script asks."""
    looked = Looked(
        replace(read_asked(request.GET), at=_picked(request)),
        piece_set_for(request),
        origin_of(request),
    )
    page = present_board(asked, place, looked, _worth(request, asked, place.manner), kept)
    if error:
        page = replace(page, message=error_sentence(error))
    context: dict[str, object] = {"page": page, "analysis": page, "pasted": None}
    status = error.status if error else 200
    return live_page(request, "reviews/board", context, status=status, here=page.here)


def _picked(request: HttpRequest) -> tuple[str, ...]:
    """The squares that were pressed: a number in ``at`` says which move is shown."""
    return tuple(name for name in read_asked(request.GET).at if not NUMBER.fullmatch(name))


@public_action
def analysis_move(request: HttpRequest, slug: str) -> HttpResponse:
    """On to the board after one more ``move``, or to a tree in which something was done by ``do``;
    the tree stands in the address."""
    try:
        line = _tree_after(read_line(slug, _query(request)), request.POST)
    except LookupError as error:
        raise Http404 from error
    except GamesError as error:
        return _no_board(request, slug, error)
    return redirect(Manner.read(request.GET).of(short_url(line)))


def _tree_after(line: Line, asked: Mapping[str, str]) -> Line:
    """What a form does with a tree: raises BadChange for what none of ours asks."""
    move, do = asked.get("move", "").strip()[:LONGEST_MOVE], asked.get("do", "")
    if move:
        return line.grown(words_after(line, move))
    if do == "delete-branch":
        after = line.tree.nodes[line.at].after
        return replace(line, tree=line.tree.without(line.at), at=after, kept="")
    if do == "promote":
        return replace(line, tree=line.tree.promoted(line.at), kept="")
    raise BadChange


@public_form
def analysis_worth(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the part of the page on what a board is worth; a POST asks for it."""
    try:
        asked = board_asked(read_line(slug, _query(request)))
    except LookupError as error:
        raise Http404 from error
    except GamesError as error:
        return _no_board(request, slug, error)
    manner, refused_by = replace(Manner.read(request.GET), is_weighed=True), None
    if request.method == "POST":
        try:
            ask_worth(asked, request.user)
        except GamesError as error:
            refused_by = error
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(manner.of(line_url(asked.line)))
    part = _worth(request, asked, manner, refused_by)
    if request.method != "POST" and part.state == "unasked":  # nobody has answered in time
        part = WorthPart("refused", sentence=str(ThinkersBusy.sentence))
    return render(request, "reviews/worth.jinja.html", {"worth": part})


def _worth(
    request: HttpRequest, asked: BoardAsked, manner: Manner, refused_by: GamesError | None = None
) -> WorthPart:
    """What is known of what a board is worth; nothing where that is not wanted."""
    if not manner.is_weighed:
        return WorthPart("off")
    try:
        found = worth_of(asked, request.user)
    except GamesError as error:
        refused_by = error
    if refused_by:
        return WorthPart("refused", sentence=error_sentence(refused_by))
    return present_worth(asked, found, manner, piece_set_for(request))


def _imported(request: HttpRequest, game: str) -> HttpResponse:
    """To the line that was pasted; what could not be read is told above the text as it was."""
    pasted = request.POST.dict()
    try:
        found = import_line(game, pasted)
    except LookupError as error:
        raise Http404 from error
    except GamesError as error:
        return _no_board(request, game, error, pasted)
    for note in found.notes:
        messages.info(request, str(ASSUMED[note]))
    return redirect(short_url(found.line))


def _no_board(
    request: HttpRequest, game: str, error: GamesError, pasted: Mapping[str, str] | None = None
) -> HttpResponse:
    context = {**_board_context(game), "sentence": error_sentence(error)}
    if pasted is not None:
        context["pasted"] = {name: pasted.get(name, "") for name in ("position", "moves")}
    return render(request, "reviews/no_board.html", context, status=error.status)


def _board_context(game: str) -> dict[str, object]:
    url = address("games:analysis-board", game)
    return {"url": url, "game_name": game_name(game), "sentence": "", "pasted": None}


@public_form
def analyses(request: HttpRequest) -> HttpResponse:
    """The way to all analysis: the boards, what one has kept, one's matches to look back at; a POST
    keeps a line of the analysis board."""
    return _keep(request) if request.method == "POST" else _analyses(request)


@login_required
def _keep(request: HttpRequest) -> HttpResponse:
    asked = request.POST.dict()
    try:
        line = read_line(asked.get("game", ""), asked)
        row = saved.keep_line(
            user=member(request), line=line, title=asked.get("title", ""), now=timezone.now()
        )
    except LookupError as error:
        raise Http404 from error
    except GamesError as error:
        return _analyses(request, error)
    url = reverse("games:kept-analysis", args=[row.uid])
    return redirect(with_fields(url, (("at", str(line.at)),)))


def _analyses(request: HttpRequest, error: GamesError | None = None) -> HttpResponse:
    reader = request.user.pk or NOBODY
    context = {
        "rows": present_list(saved.own_analyses(reader)),
        "past": present_past(past_hidden_matches(reader)),
        "hiding": HIDING[0],
        "boards": [
            {"url": address("games:analysis-board", game), "name": game_name(game)}
            for game in saved.OPEN_GAMES
        ],
        "sentence": error_sentence(error) if error else "",
    }
    return render(request, "reviews/analyses.html", context, status=error.status if error else 200)


@own_form
def kept_analysis(request: HttpRequest, analysis: str) -> HttpResponse:
    """One of one's own analyses at one of its moves; a POST changes it."""
    user, refusal = member(request), None
    at = _node(request)
    try:
        row = saved.own_analysis(analysis, user)
        if request.method == "POST":
            then = _change(request, analysis, at)
            if then is None:
                return redirect("games:analyses")
            url = reverse("games:kept-analysis", args=[analysis])
            at_move = (("at", str(then)),) if then else ()
            return redirect(Manner.read(request.GET).of(with_fields(url, at_move)))
    except NoSuchAnalysis as error:
        raise Http404 from error
    except GamesError as error:
        refusal = error
    return _kept_page(request, row, at, is_own=True, error=refusal)


@public_page
def shared_analysis(request: HttpRequest, link: str) -> HttpResponse:
    """Answer with the page of a shared analysis, to read."""
    try:
        row = saved.shared_analysis(link)
    except NoSuchAnalysis as error:
        raise Http404 from error
    return _kept_page(request, row, _node(request), is_own=False)


def _kept_page(
    request: HttpRequest,
    row: KeptAnalysis,
    at: int,
    *,
    is_own: bool,
    error: GamesError | None = None,
) -> HttpResponse:
    try:
        found = saved.opened(row, at)
    except NoSuchNode as gone:  # deleted in another tab: the start is there
        return _kept_page(request, row, START, is_own=is_own, error=error or gone)
    place = kept_place(found, Manner.read(request.GET), is_own=is_own)
    return _shown(request, found.board, place, kept_part(found, is_own=is_own), error)


def _change(request: HttpRequest, uid: str, at: int) -> int | None:
    """Do what a form asks; the move to show afterwards, None where nothing is left to show."""
    user, asked, now = member(request), request.POST.dict(), timezone.now()
    if move := asked.get("move", ""):
        return saved.add_moves(uid=uid, user=user, at=at, words=read_words(move), now=now)
    match asked.get("do", ""):
        case "note":
            return saved.note(uid=uid, user=user, at=at, text=asked.get("note", ""), now=now)
        case "delete-branch":
            return saved.delete_branch(uid=uid, user=user, at=at, now=now)
        case "promote":
            saved.promote(uid=uid, user=user, at=at, now=now)
        case "rename":
            saved.rename(uid=uid, user=user, title=asked.get("title", ""), now=now)
        case "share" | "unshare":
            saved.share(uid=uid, user=user, is_shared=asked["do"] == "share")
        case "forget":
            saved.forget(uid=uid, user=user)
            return None
        case _:
            raise BadChange
    return at


@public_form
@answers_refusals
def variations(request: HttpRequest, uid: str, board: str = "") -> HttpResponse:
    """A player's own board beside a match. Which one stands in the address; a POST changes it, by
    the field ``do``, or makes the ``move`` that it has."""
    asked = AT.fullmatch(board)
    if asked is None:
        raise Http404
    ply, node, of = asked["ply"], asked["node"], asked["of"]
    at = At(int(ply) if ply else None, int(node or START), int(of) if of else None)
    return _own_board_after(request, uid, at, asked["picked"] or "")


def _own_board_after(request: HttpRequest, uid: str, at: At, picked: str) -> HttpResponse:
    """What a POST asks is done, or why not is told at the board."""
    try:
        if request.method == "POST":
            return _tried(request, uid, at)
        return _own_board(request, uid, at, picked)
    except (BadMove, AnalysisFull, BadChange, GuestsShareNot, NoSuchNode) as error:
        # what is tried may have been deleted in another tab; the board itself is there
        at = replace(at, node=START) if isinstance(error, NoSuchNode) else at
        return _own_board(request, uid, at, error=error)


def _tried(request: HttpRequest, uid: str, at: At) -> HttpResponse:
    asked, now, user = request.POST, timezone.now(), request.user
    move, do = asked.get("move", "").strip()[:LONGEST_MOVE], asked.get("do", "")
    if PICKED.fullmatch(move):  # to be moved by hand
        here = tried.variations_of(uid, user, at)
        return redirect(board_url(uid, At(here.ply, here.at), move))
    if move:
        at = tried.add_move(uid=uid, user=user, at=at, move=move, now=now)
    elif do == "note":
        at = tried.note(uid=uid, user=user, at=at, text=asked.get("note", ""), now=now)
    elif do == "delete-branch":
        at = tried.delete_branch(uid=uid, user=user, at=at, now=now)
    elif do == "promote":
        at = tried.promote(uid=uid, user=user, at=at, now=now)
    elif do in ("open", "close"):
        tried.open_to_others(uid=uid, user=user, is_open=do == "open")
    else:
        raise BadChange
    return redirect(board_url(uid, at))


def _own_board(
    request: HttpRequest, uid: str, at: At, picked: str = "", error: GamesError | None = None
) -> HttpResponse:
    page = present_variations(
        tried.variations_of(uid, request.user, at),
        asked=read_asked(request.GET),
        picked=picked,
        piece_set=piece_set_for(request),
        message=error_sentence(error) if error else "",
    )
    context: dict[str, object] = {"page": page, "own": page}
    status, refusal = (error.status, error.code) if error else (200, "")
    return live_page(request, "reviews/variations", context, status=status, refusal=refusal)
