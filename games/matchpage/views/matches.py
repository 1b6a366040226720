"""The match page: the one read path of a board, and everything done on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from accounts.common import events
from accounts.common.access import public_action, public_page
from accounts.common.requests import whole_number
from accounts.preferences.display import piece_set_for, play_at_once
from engines.catalogue import meta_for
from games.boards.refusals import error_sentence
from games.bots.opinions import ask_opinion
from games.common.addresses import address
from games.common.exceptions import GamesError
from games.match.changes import claims, ending, giving, pausing, takebacks, turns
from games.match.clocks.controls import UNTIMED, control_of, is_slow
from games.match.exceptions import NotSeated, UnreadableMove
from games.match.reading.opened import OpenMatch
from games.match.reading.visibility import NoSuchMatch
from games.match.terms import opening
from games.matchpage import services as seeing
from games.matchpage.forms import MoveForm, SetupForm
from games.matchpage.presenters.page import present_match
from games.matchpage.presenters.reading import Preferences
from games.matchpage.query import read_asked, read_eyes, read_held, read_ply
from games.matchpage.selectors.board import BoardFacts, board_facts, watched_match
from games.matchpage.selectors.seen import Look
from games.matchpage.views.drawing import HOLDS_HEADER, Drawing
from games.setup import services as formations
from games.setup.exceptions import BadDraft, BadFormationName

if TYPE_CHECKING:
    from games.matchpage.presenters.page import MatchPage

WHOLE, PART = "matchpage/page.html", "matchpage/live.jinja.html"
VERSION_HEADER = "X-Match-Version"


def found(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answers an unknown match, and one that is none of the visitor's business, with 404."""

    @wraps(view)
    def handle(request: HttpRequest, uid: str, **more: str) -> HttpResponse:
        try:
            return view(request, uid, **more)
        except NoSuchMatch as error:
            raise Http404 from error

    return handle


def answers_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answers what is refused with the board and the reason why not, and the rest as `found`."""

    @wraps(view)
    def handle(request: HttpRequest, uid: str, **more: str) -> HttpResponse:
        try:
            return view(request, uid, **more)
        except GamesError as error:
            return refused(request, uid, error)

    return found(handle)


@public_page
@found
def match(request: HttpRequest, uid: str) -> HttpResponse:
    """The whole page."""
    return _answer(request, uid, WHOLE)


@public_page
@found
def board(request: HttpRequest, uid: str) -> HttpResponse:
    """The part of the page that changes; 204 for a poll that has seen all there is."""
    seen = request.GET.get("v", "")
    if seen.isdecimal() and len(seen) < 10:
        watched = watched_match(uid, request.user)
        if watched is not None and watched.version <= int(seen):
            return HttpResponse(status=204)
    return _answer(request, uid, PART)


@public_action
@answers_refusals
def move(request: HttpRequest, uid: str) -> HttpResponse:
    """Play a move. The answer is the board as it then stands, whatever came of it."""
    arrived = timezone.now()
    form = MoveForm(request.POST)
    if not form.is_valid():
        raise UnreadableMove
    opened = turns.play_move(
        uid=uid,
        user=request.user,
        move=turns.MoveRequest(
            form.cleaned_data["move"],
            form.cleaned_data["seat_ply"],
            form.cleaned_data["key"],
            seen=form.cleaned_data["seen"],
        ),
        now=arrived,
    )
    if form.cleaned_data["no_confirm"]:
        play_at_once(request, is_live=_is_live(opened.match.time_control))
    return done(request, uid, opened)


@public_action
@answers_refusals
def undo(request: HttpRequest, uid: str) -> HttpResponse:
    """Take back one's last move where nobody has to be asked; by the field ``do`` ask for it, or
    answer who asks."""
    now, do = timezone.now(), request.POST.get("do", "")
    asked: dict[str, Callable[..., None]] = {
        "ask": takebacks.ask_takeback,
        "accept": takebacks.accept_takeback,
        "decline": takebacks.drop_takeback,
        "withdraw": takebacks.drop_takeback,
    }
    if do:
        if do not in asked:
            raise UnknownAction
        return _do(request, uid, partial(asked[do], uid=uid, user=request.user, now=now))
    seat_ply = whole_number(request.POST.get("seat_ply"), 6)
    action = partial(takebacks.take_back, uid=uid, user=request.user, seat_ply=seat_ply, now=now)
    return _do(request, uid, action)


@public_action
@answers_refusals
def opinion(request: HttpRequest, uid: str) -> HttpResponse:
    """Ask what a bot would have played on the board looked back at."""
    level, ply = request.POST.get("level", "")[:20], read_ply(request.GET) or 0
    ask_opinion(uid=uid, user=request.user, ply=ply, level=level, now=timezone.now())
    if request.htmx:  # type: ignore[attr-defined]
        return _answer(request, uid, PART)
    return redirect(f"{address('games:match', uid)}?{request.GET.urlencode()}")


@public_action
@answers_refusals
def setup(request: HttpRequest, uid: str) -> HttpResponse:
    """Prepare one's set-up in private, by the field ``do``.

    The script keeps the draft itself and only has it saved; it is answered
    what is to be said of the draft, not the whole board.
    """
    form = SetupForm(request.POST)
    if not form.is_valid():
        is_name = form.errors.keys() & {"name", "new_name"}
        raise BadFormationName if is_name else BadDraft
    asked = form.asked
    prepare = partial(formations.prepare, uid=uid, user=request.user, asked=asked)
    if asked.do != "save":
        return _do(request, uid, prepare)
    prepare()
    return _answer(request, uid, "setup/said.jinja.html")


@public_action
@answers_refusals
def resign(request: HttpRequest, uid: str) -> HttpResponse:
    """Give the match up."""
    return _do(request, uid, partial(ending.resign, uid=uid, user=request.user, now=timezone.now()))


@public_action
@answers_refusals
def draw(request: HttpRequest, uid: str) -> HttpResponse:
    """Offer, accept, refuse, withdraw or claim a draw, by the field ``do``."""
    now = timezone.now()
    actions: dict[str, Callable[..., None]] = {
        "offer": partial(ending.offer_draw, now=now),
        "accept": partial(ending.accept_draw, now=now),
        "claim": partial(ending.claim_draw, now=now),
        "refuse": ending.refuse_draw,
        "withdraw": ending.withdraw_draw,
    }
    action = actions.get(request.POST.get("do", ""))
    if action is None:
        raise UnknownAction
    return _do(request, uid, partial(action, uid=uid, user=request.user))


@public_action
@answers_refusals
def time(request: HttpRequest, uid: str) -> HttpResponse:
    """Claim a win on time, end at once, give time, pause or play on, by the field ``do``."""
    now = timezone.now()
    level, days = request.POST.get("level", ""), _number(request, "days")
    given = _number(request, "given")
    actions: dict[str, Callable[..., None]] = {
        "claim": claims.claim,
        "end": claims.end_at_once,
        "two-days": claims.give_two_days,
        "bot": partial(claims.let_bot_play, level=level),
        "gift": partial(giving.give_day, given=given),
        "pause": partial(pausing.ask_pause, days=days),
        "accept-pause": pausing.accept_pause,
        "drop-pause": pausing.drop_pause,
        "go-on": pausing.go_on,
    }
    name = request.POST.get("do", "")
    if name == "play-on":
        return _ask(request, uid, seeing.ask_to_play_on)
    if name not in actions:
        raise UnknownAction
    return _do(request, uid, partial(actions[name], uid=uid, user=request.user, now=now))


def _number(request: HttpRequest, name: str) -> int:
    """What a field of a form says, if it is a number; else one that nothing has."""
    return whole_number(request.POST.get(name), 3, otherwise=-1)


@public_action
@answers_refusals
def rematch(request: HttpRequest, uid: str) -> HttpResponse:
    """Ask for a rematch or agree to one, with ``do=decline`` say no; if it is on, go there."""
    if request.POST.get("do") == "decline":
        reason, now = request.POST.get("reason", ""), timezone.now()
        decline = partial(opening.decline_rematch, reason=reason, now=now)
        return _do(request, uid, partial(decline, uid=uid, user=request.user))
    return _ask(request, uid, seeing.ask_rematch)


def _ask(request: HttpRequest, uid: str, ask: seeing.Asking) -> HttpResponse:
    """Ask the other side for another match or agree to it; if it is on, go there."""
    again = ask(uid=uid, user=request.user, now=timezone.now())
    if again is None:
        return done(request, uid)
    return _go(request, address("games:match", again.uid))


@public_action
@found
def seen(request: HttpRequest, uid: str) -> HttpResponse:
    """The page says that somebody is really looking at it."""
    try:
        seeing.see_match(uid=uid, user=request.user, now=timezone.now())
    except NotSeated:
        pass  # onlookers may look; there is nothing to note
    return HttpResponse(status=204)


class UnknownAction(GamesError):
    """The form asks for something that is not done here."""

    code = "refused"
    status = 422


def _do(request: HttpRequest, uid: str, action: Callable[[], object]) -> HttpResponse:
    action()
    return done(request, uid)


def done(request: HttpRequest, uid: str, opened: OpenMatch | None = None) -> HttpResponse:
    """After an action: the fresh board in place, or without a script the page again."""
    if request.htmx:  # type: ignore[attr-defined]
        return _answer(request, uid, PART, opened=opened)
    return redirect("games:match", uid)


def refused(request: HttpRequest, uid: str, error: GamesError) -> HttpResponse:
    """The fresh board with the reason why not; only those who may see it get one.

    What no page of ours offers was tried by hand, and is noted; what is refused because the
    board has changed meanwhile is not.
    """
    if error.status in (403, 422):
        events.note("action-refused", request, user=request.user.pk, what=error.code)
    template = PART if request.htmx else WHOLE  # type: ignore[attr-defined]
    sentence = error_sentence(error)
    response = _answer(request, uid, template, message=sentence, status=error.status)
    response["X-Refusal"] = error.code
    return response


def _go(request: HttpRequest, url: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return redirect(url)


def _answer(
    request: HttpRequest,
    uid: str,
    template: str,
    *,
    message: str = "",
    status: int = 200,
    opened: OpenMatch | None = None,
) -> HttpResponse:
    page = _page(request, uid, template, message, opened)
    response = HttpResponse(_drawn(page, request, template), status=status)
    response[VERSION_HEADER] = str(page.facts.version)
    patch_vary_headers(response, [HOLDS_HEADER])
    return response


def _drawn(page: MatchPage, request: HttpRequest, template: str) -> str:
    """The page, or a part of it: of the live one what is new to a page that says what it holds."""
    context: dict[str, object] = {"match": page, "placing": page.playing.placing}
    if template not in (WHOLE, PART):
        return render_to_string(template, context, request)
    held = request.headers.get(HOLDS_HEADER)
    drawing = Drawing(page, request, is_older=template == PART and held is None)
    if template == WHOLE:
        return render_to_string(template, context | {"live": drawing.whole()}, request)
    return drawing.rest(held or "") or drawing.whole()


def _page(
    request: HttpRequest, uid: str, template: str, message: str, opened: OpenMatch | None
) -> MatchPage:
    query = request.GET
    held = read_held(query) if template == PART else None
    asked = read_asked(query)
    look = Look(read_ply(query), read_eyes(query), held, typed=asked.move)
    facts = board_facts(uid, request.user, now=timezone.now(), look=look, opened=opened)
    return present_match(
        facts,
        asked=asked,
        message=message,
        preferences=_preferences(request, facts),
        next_board_url=_next_board_url(facts),
        origin=origin_of(request),
    )


def _preferences(request: HttpRequest, facts: BoardFacts) -> Preferences:
    """As the reader wants it; against bots without a clock no move is asked for twice."""
    found = preferences(request, is_live=_is_live(facts.time_control))
    others = [player for player in facts.players if player.seat != facts.seat]
    is_practice = facts.time_control == UNTIMED.slug and all(player.is_bot for player in others)
    asks = found.confirm_moves and (not is_practice or meta_for(facts.game).solo)
    return replace(found, confirm_moves=asks)


def _is_live(time_control: str) -> bool:
    """Whether a match is played at a sitting; one without a clock is not."""
    control = control_of(time_control)
    return control.bank is not None and not is_slow(control)


def preferences(request: HttpRequest, *, is_live: bool = False) -> Preferences:
    """Return the reader's preferences for the board of a match, live or over days."""
    user, pieces = request.user, piece_set_for(request)
    if not user.is_authenticated:
        return Preferences(piece_set=pieces)
    confirms = user.confirms_live if is_live else user.confirm_moves
    return Preferences(piece_set=pieces, confirm_moves=confirms, steps_through=user.wants_steps)


def _next_board_url(facts: BoardFacts) -> str:
    """Where "next board" leads: only for a player who is not to move here, if one waits."""
    if facts.legal or not facts.waits_elsewhere:
        return ""
    return f"{address('games:next-board')}?after={facts.uid}"


def origin_of(request: HttpRequest) -> str:
    """The site as this visitor reaches it, to begin links with that are handed to others."""
    return request.build_absolute_uri("/").rstrip("/")
