"""Matches: one's own in a list, each as its owner may see it, and what is written down of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from games.api.authorization import door, owner_of
from games.api.presenters import match_json, row_json
from games.api.problems import Problem
from games.api.routes.offers import TermsIn
from games.api.schemas import (
    CommitmentsOut,
    MatchListOut,
    MatchOut,
    RecordOut,
    RecordTextOut,
    StartedOut,
)
from games.desk.selectors import own_matches, rows_of
from games.match.terms import opening
from games.matchpage.selectors.board import board_facts
from games.matchpage.selectors.seen import Look, Part
from games.record.presenters import (
    committed_json,
    has_pgn,
    json_parts,
    pgn_parts,
    text_json_parts,
    text_parts,
)
from games.record.selectors import match_commitments, match_record

router = Router(tags=["Matches"])

JSON, TEXT = "application/json", "text/plain"
TEXT_JSON, PGN = "application/vnd.jinya.record-text+json", "application/vnd.chess-pgn"
AsPgn = Annotated[str, Field(description="The match in PGN.")]
FORMS = {
    "json": (json_parts, JSON),
    "text": (text_parts, TEXT),
    "text-json": (text_json_parts, TEXT_JSON),
    "pgn": (pgn_parts, PGN),
}
"""How a record is written, by what is asked for."""

MOST_ROWS = 100
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS)]
Ply = Annotated[int | None, Query(ge=0, le=999_999)]
Since = Annotated[int, Query(ge=0, le=999_999)]
Until = Annotated[int | None, Query(ge=0, le=999_999)]
Uid = Annotated[str, Query(max_length=20, pattern=r"^[0-9A-Za-z]*$")]
State = Literal["", "open", "active", "finished", "aborted"]


@router.get("/matches", url_name="matches", summary="My matches", **door(Scope.READ, MatchListOut))
def matches(
    request: HttpRequest,
    state: State = "",
    game: Annotated[str, Query(max_length=20)] = "",
    order: Literal["newest", "oldest"] = "newest",
    after: Uid = "",
    limit: Limit = 25,
) -> MatchListOut:
    """The matches of the token's owner, newest first, by state and game if given.

    `after` is the `next` of the list before.
    """
    now, user = timezone.now(), owner_of(request)
    found = own_matches(user.pk, state=state, game=game, after=after, is_upwards=order == "oldest")
    seats = list(found[: limit + 1])
    rows = rows_of(seats[:limit], now, with_views=False)
    more = rows[-1].uid if len(seats) > limit else None
    return MatchListOut(matches=[row_json(row, now) for row in rows], next=more)


@router.get(
    "/matches/{slug:uid}", url_name="match", summary="A match", **door(Scope.READ, MatchOut)
)
def match(
    request: HttpRequest,
    response: HttpResponse,
    uid: str,
    ply: Ply = None,
    since: Since = 0,
    until: Until = None,
) -> MatchOut:
    """The match as its page shows it to the token's owner: now, or after ply `ply`.

    Its moves and events are those after ply `since`, up to ply `until`. Where the rules let a match
    go on for ever, they are the last 200 of them, and `older` is the `until` of those before.
    """
    look = Look(ply, part=Part(since, until))
    facts = board_facts(uid, owner_of(request), now=timezone.now(), look=look)
    response["ETag"] = f'"{facts.version}"'
    return match_json(facts)


@router.get(
    "/matches/{slug:uid}/record",
    url_name="record",
    summary="The record of a match",
    **door(
        Scope.READ,
        RecordOut | str | RecordTextOut | AsPgn,
        kinds=(JSON, TEXT, TEXT_JSON, PGN),
    ),
)
def record(
    request: HttpRequest,
    uid: str,
    form: Literal["json", "text", "text-json", "pgn"] = "json",
) -> HttpResponse:
    """All of a match that is over, the same for everybody (see docs/records.md).

    `form` is `text` for the record to read and to paste, `text-json` for that text as JSON, and
    `pgn` for PGN where nothing is hidden and two play.
    """
    written, kind = FORMS[form]
    facts = match_record(uid, owner_of(request))
    if form == "pgn" and not has_pgn(facts.game):
        raise Problem(422, "unreadable", errors=[{"at": ["query", "form"], "why": "unknown"}])
    parts = written(facts)
    return HttpResponse(parts, content_type=f"{kind}; charset=utf-8")


@router.get(
    "/matches/{slug:uid}/commitments",
    url_name="commitments",
    summary="What the site has committed itself to",
    **door(Scope.READ, CommitmentsOut),
)
def commitments(request: HttpRequest, uid: str) -> dict[str, Any]:
    """The digests of hidden pieces since play began; opened once the match is over."""
    return {"commitments": committed_json(match_commitments(uid, owner_of(request)))}


class BotMatchIn(TermsIn):
    level: Annotated[str, Field(max_length=20)]
    """One of the game's `bot_levels`."""
    time_control: Annotated[str, Field(max_length=60)] = "none"


@router.post(
    "/matches",
    url_name="matches",
    summary="Play a house bot",
    **door(Scope.PLAY, StartedOut, bucket="write", as_a_page="begin"),
)
def bot_match(request: HttpRequest, body: BotMatchIn) -> StartedOut:
    """Begin a match against a house bot; it counts for nothing."""
    user, now = owner_of(request), timezone.now()
    terms = body.terms(request)
    made = opening.create_bot_match(user=user, terms=terms, level=body.level, now=now)
    return StartedOut(match=made.uid)
