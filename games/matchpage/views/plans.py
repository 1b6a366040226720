"""Planning moves: a page of boards, one after the other, and what is kept of them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.match.exceptions import RefusedMove, UnreadableMove
from games.matchpage.asked import read_asked
from games.matchpage.presenters.plans import line_url, present_plan
from games.matchpage.views.matches import found, preferences, refused
from games.plans import services as plans
from games.plans.exceptions import BadLine, NoSuchLine, OtherReply, PlanInTurn, TooManyLines
from games.plans.lines import MOST_PLIES, Line
from games.plans.selectors import plan_board

WHOLE, PART = "matchpage/plan.html", "matchpage/plan.jinja.html"
LONGEST_MOVE = 60
OF_PLANS = (BadLine, OtherReply, TooManyLines, NoSuchLine, PlanInTurn)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@found
def plan(request: HttpRequest, uid: str, line: str = "") -> HttpResponse:
    """The board after the moves of *line*, which stand in the address; a POST adds one to them, or
    keeps or forgets them, by the field ``do``. What was ``read`` on the
    match page leads back there."""
    moves = tuple(line.split("/")) if line else ()
    try:
        if len(moves) > MOST_PLIES or any(len(move) > LONGEST_MOVE for move in moves):
            raise UnreadableMove
        if request.method == "POST":
            return _done(request, uid, moves)
        return _shown(request, uid, moves)
    except (RefusedMove, UnreadableMove, *OF_PLANS) as error:
        return _shown(request, uid, (), error)
    except GamesError as error:
        return refused(request, uid, error)


def _done(request: HttpRequest, uid: str, line: Line) -> HttpResponse:
    now, do = timezone.now(), request.POST.get("do", "")
    if do == "keep":
        plans.keep_line(uid=uid, user=request.user, line=line, now=now)
    elif do == "forget":
        plans.forget_line(uid=uid, user=request.user, line=line, now=now)
    elif do in ("clear", "read"):
        plans.forget_plan(uid=uid, user=request.user)
    else:
        return _moved(request, uid, line)
    return redirect("games:match" if do == "read" else "games:plan", uid)


def _moved(request: HttpRequest, uid: str, line: Line) -> HttpResponse:
    """To the board after one more move; the board as it is, with why, if it cannot be made."""
    move = request.POST.get("move", "").strip()[:LONGEST_MOVE]
    if len(line) >= MOST_PLIES or not move or "/" in move:
        return _shown(request, uid, line, UnreadableMove())
    try:
        move = plan_board(uid, request.user, line, typed=move).spelled or move
        plan_board(uid, request.user, (*line, move))
    except (RefusedMove, UnreadableMove) as error:
        return _shown(request, uid, line, error)
    return redirect(line_url(uid, (*line, move)))


def _shown(
    request: HttpRequest, uid: str, line: Line, error: GamesError | None = None
) -> HttpResponse:
    asked = read_asked(request.GET)
    page = present_plan(
        plan_board(uid, request.user, line, typed=asked.move),
        asked=asked,
        piece_set=preferences(request).piece_set,
        message=error_sentence(error) if error else "",
    )
    context: dict[str, object] = {"page": page, "plan": page}
    is_part = request.htmx and not request.htmx.boosted  # type: ignore[attr-defined]
    template = PART if is_part else WHOLE
    if template == WHOLE:
        context["live"] = render_to_string(PART, context, request)
    response = render(request, template, context, status=error.status if error else 200)
    if error:
        response["X-Refusal"] = error.code
    response["X-Match-Version"] = "0"  # the script takes every answer for the newest
    if is_part and not error:
        response["HX-Replace-Url"] = request.get_full_path()
    patch_vary_headers(response, ["HX-Request"])
    return response
