"""What a player does at a board."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from games.api.authorization import KEY_HEADER, door, named_key, owner_of
from games.api.presenters import match_json
from games.api.problems import Problem
from games.api.routes.matches import Since
from games.api.schemas import MatchOut, RematchOut
from games.api.shapes import Schema
from games.boards.refusals import error_sentence
from games.match.changes import claims, ending, takebacks, turns
from games.match.exceptions import StaleMove
from games.match.reading.opened import OpenMatch
from games.match.terms import opening
from games.matchpage import services as seeing
from games.matchpage.selectors.board import board_facts, watched_match
from games.matchpage.selectors.seen import Look, Part

router = Router(tags=["Playing"])
LONGEST_MOVE = 200
VERSION = re.compile(r'\A(?:W/)?"?([0-9]{1,9})"?\Z')


class MoveIn(Schema):
    """A move, as `legal` names it; in the set-up, the text of a whole set-up."""

    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]
    seat_ply: Annotated[int, Field(ge=1, le=999_999)]
    """The `seat_ply` of the match as it was seen."""


class DrawIn(Schema):
    do: Literal["offer", "accept", "refuse", "withdraw", "claim"]


class TakebackIn(Schema):
    do: Literal["ask", "accept", "decline", "withdraw", "undo"]
    """`undo` takes back at once where nobody has to be asked."""
    seat_ply: Annotated[int, Field(ge=0, le=999_999)] = 0


class TimeIn(Schema):
    do: Literal["claim", "end", "two-days"]


class RematchIn(Schema):
    do: Literal["ask", "decline"] = "ask"
    reason: Annotated[str, Field(max_length=20)] = ""


def _after(
    request: HttpRequest,
    response: HttpResponse,
    uid: str,
    opened: Any = None,
    *,
    since: int = 0,
) -> MatchOut:
    """The match as it then stands, as a GET gives it."""
    now, look = timezone.now(), Look(part=Part(since))
    facts = board_facts(uid, owner_of(request), now=now, look=look, opened=opened)
    response["ETag"] = f'"{facts.version}"'
    return match_json(facts)


def _seen(request: HttpRequest) -> int | None:
    """The version that the program saw, if it says so. Raises Problem."""
    given = request.headers.get("If-Match")
    if given is None:
        return None
    found = VERSION.match(given.strip())
    if found is None:
        raise Problem(422, "unreadable")
    return int(found[1])


def _do(request: HttpRequest, uid: str, service: Callable[..., OpenMatch | None]) -> Any:
    """Do it; whoever saw an older match is told which version it has now."""
    user = owner_of(request)
    try:
        return service(uid=uid, user=user)
    except StaleMove as error:
        watched = watched_match(uid, user)
        version = watched.version if watched else 0
        raise Problem(409, error.code, error_sentence(error), version=version) from error


HEADERS: list[dict[str, Any]] = [
    {
        "in": "header",
        "name": "If-Match",
        "required": False,
        "schema": {"type": "string", "pattern": '^"?[0-9]{1,9}"?$'},
        "description": "The version of the match that the move was chosen on: where anything else "
        "has happened since, it is refused (409). Without it, `seat_ply` alone counts.",
    },
    {
        **KEY_HEADER,
        "required": True,
        "description": "Names the request: sent again, nothing is played twice.",
    },
]


def _with_headers(declared: dict[str, Any]) -> dict[str, Any]:
    return {**declared, "openapi_extra": {**declared["openapi_extra"], "parameters": HEADERS}}


@router.post(
    "/matches/{slug:uid}/moves",
    url_name="play",
    summary="Play a move",
    **_with_headers(door(Scope.PLAY, MatchOut, bucket="move")),
)
def play(
    request: HttpRequest, response: HttpResponse, uid: str, body: MoveIn, since: Since = 0
) -> MatchOut:
    """Play, call a Doubt or let it pass, or place one's pieces: whatever `legal` names.

    On 409 with the code `stale` the match has changed; `version` is the new one. What is not open
    to you and what you cannot know not to be open are answered alike, with `not-open`. The moves
    of the answer are those after ply `since`.
    """
    arrived, seen = timezone.now(), _seen(request)
    move = turns.MoveRequest(body.move, body.seat_ply, named_key(request), seen)
    service = partial(turns.play_move, move=move, now=arrived)
    return _after(request, response, uid, _do(request, uid, service), since=since)


@router.post(
    "/matches/{slug:uid}/resign",
    url_name="resign",
    summary="Resign",
    **door(Scope.PLAY, MatchOut, bucket="move"),
)
def resign(request: HttpRequest, response: HttpResponse, uid: str) -> MatchOut:
    """Give the match up."""
    _do(request, uid, partial(ending.resign, now=timezone.now()))
    return _after(request, response, uid)


@router.post(
    "/matches/{slug:uid}/draw",
    url_name="draw",
    summary="Offer or answer a draw",
    **door(Scope.PLAY, MatchOut, bucket="move"),
)
def draw(request: HttpRequest, response: HttpResponse, uid: str, body: DrawIn) -> MatchOut:
    """Offer a draw, accept or refuse one, withdraw one's own offer, or claim a draw."""
    now = timezone.now()
    verbs: dict[str, Callable[..., None]] = {
        "offer": partial(ending.offer_draw, now=now),
        "accept": partial(ending.accept_draw, now=now),
        "claim": partial(ending.claim_draw, now=now),
        "refuse": ending.refuse_draw,
        "withdraw": ending.withdraw_draw,
    }
    _do(request, uid, verbs[body.do])
    return _after(request, response, uid)


@router.post(
    "/matches/{slug:uid}/takeback",
    url_name="takeback",
    summary="Take a move back",
    **door(Scope.PLAY, MatchOut, bucket="move"),
)
def takeback(request: HttpRequest, response: HttpResponse, uid: str, body: TakebackIn) -> MatchOut:
    """Ask to take one's last move back, answer who asks, or undo where nobody has to be asked."""
    now = timezone.now()
    verbs: dict[str, Callable[..., None]] = {
        "ask": takebacks.ask_takeback,
        "accept": takebacks.accept_takeback,
        "decline": takebacks.drop_takeback,
        "withdraw": takebacks.drop_takeback,
        "undo": partial(takebacks.take_back, seat_ply=body.seat_ply),
    }
    _do(request, uid, partial(verbs[body.do], now=now))
    return _after(request, response, uid)


@router.post(
    "/matches/{slug:uid}/time",
    url_name="time",
    summary="Claim a win on time, end at once, or give time",
    **door(Scope.PLAY, MatchOut, bucket="move"),
)
def time(request: HttpRequest, response: HttpResponse, uid: str, body: TimeIn) -> MatchOut:
    """Once the opponent's time has run out: claim the win, or give two days. Once the opponent's
    account is closed, or against a bot that cannot make its move: end the match as a draw,
    unrated."""
    verbs: dict[str, Callable[..., None]] = {
        "claim": claims.claim,
        "end": claims.end_at_once,
        "two-days": claims.give_two_days,
    }
    _do(request, uid, partial(verbs[body.do], now=timezone.now()))
    return _after(request, response, uid)


@router.post(
    "/matches/{slug:uid}/rematch",
    url_name="rematch",
    summary="Ask for a rematch, or decline one",
    **door(Scope.PLAY, RematchOut, bucket="write", as_a_page="begin"),
)
def rematch(request: HttpRequest, uid: str, body: RematchIn) -> RematchOut:
    """Ask for a rematch or agree to one; `match` is the new one, once both have."""
    user, now = owner_of(request), timezone.now()
    if body.do == "decline":
        opening.decline_rematch(uid=uid, user=user, reason=body.reason, now=now)
        return RematchOut(match=None)
    made = seeing.ask_rematch(uid=uid, user=user, now=now)
    return RematchOut(match=made.uid if made else None)
