"""Planning moves: a page of boards, one after the other, and what is kept of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.common.access import public_form
from games.boards.refusals import error_sentence
from games.common.exceptions import GamesError
from games.common.pages import live_page
from games.match.exceptions import RefusedMove, UnreadableMove
from games.matchpage.presenters.plans import line_url, present_plan
from games.matchpage.query import read_asked
from games.matchpage.views.matches import answers_refusals, preferences
from games.plans import services as plans
from games.plans.exceptions import BadLine, NoSuchLine, OtherReply, PlanInTurn, TooManyLines
from games.plans.lines import MOST_PLIES, Line
from games.plans.selectors import plan_board

LONGEST_MOVE = 60
OF_PLANS = (BadLine, OtherReply, TooManyLines, NoSuchLine, PlanInTurn)


@public_form
@answers_refusals
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
    status, refusal = (error.status, error.code) if error else (200, "")
    return live_page(request, "matchpage/plan", context, status=status, refusal=refusal)
