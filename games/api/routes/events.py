"""What has changed: asked for by a long poll, or heard as a stream.

Here is what is answered at once. That a program can wait for it is `games.api.streams`.
"""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router

from accounts.sign_in.tokens import Scope
from games.api.authorization import door, owner_of
from games.api.events import events_of
from games.api.presenters import match_json
from games.api.schemas import EventsOut, MatchOut
from games.matchpage.selectors.board import board_facts
from games.matchpage.selectors.seen import WHOLE, Look

router = Router(tags=["What is new"])
Cursor = Annotated[str, Query(max_length=40)]
Wait = Annotated[int, Query(ge=0, le=25)]


@router.get("/events", url_name="events", summary="Wait for news", **door(Scope.READ, EventsOut))
def events(request: HttpRequest, after: Cursor = "", wait: Wait = 0) -> EventsOut:
    """Your boards and the challenges that wait for you; all of them, so that nothing is missed.

    With `after`, the `cursor` of the answer before, it waits until something is different, at most
    `wait` seconds.
    """
    return events_of(owner_of(request), timezone.now())


STREAMS = ("application/x-ndjson", "text/event-stream")
STREAMED = """

As a stream: a line of JSON each time (NDJSON), or with `Accept: text/event-stream` server-sent
events. An empty line every 15 seconds; five streams a token. It ends when the token does."""


@router.get(
    "/stream/events",
    url_name="stream-events",
    summary="Stream of news",
    description="What `/events` answers, at first and whenever it is different." + STREAMED,
    **door(Scope.READ, EventsOut, kinds=STREAMS),
)
def stream_events(request: HttpRequest, after: Cursor = "") -> EventsOut:
    return events_of(owner_of(request), timezone.now())


@router.get(
    "/matches/{slug:uid}/stream",
    url_name="stream-match",
    summary="Stream of a match",
    description="The match as a GET gives it, at first and whenever it has changed; just before, "
    "`match` and `version` alone say that it has (the event `nudge`)." + STREAMED,
    **door(Scope.READ, MatchOut, kinds=STREAMS),
)
def stream_match(request: HttpRequest, response: HttpResponse, uid: str) -> MatchOut:
    look = Look(part=WHOLE)
    facts = board_facts(uid, owner_of(request), now=timezone.now(), look=look)
    response["ETag"] = f'"{facts.version}"'
    return match_json(facts)
