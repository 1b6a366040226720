"""People, as anybody may know them; what is said, and what one was told."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils import timezone
from ninja import Query, Router
from pydantic import Field

from accounts.guardians.meeting import may_see
from accounts.models import User
from accounts.sign_in.tokens import Scope
from engines.catalogue import GAMES
from games.api import schemas as out
from games.api.authorization import door, owner_of
from games.api.presenters import leader_json, notice_json, person_json, talk_json
from games.api.problems import Problem
from games.api.shapes import Schema
from games.chat.selectors import talk_of
from games.chat.services import say
from games.notices.selectors import newest_lines, own_notice, unread_notices
from games.notices.services.notifying import mark_all_read, mark_line_read
from games.people.selectors import person_called
from games.ratings.pools import Pool
from games.ratings.selectors import leaders, ratings_of, reliability_of

router = Router(tags=["People"])
NEWEST = 25
"""Lines of the bell, where nothing else is asked for."""


@router.get("/people/{name}", url_name="person", summary="A person", **door(None, out.PersonOut))
def person(request: HttpRequest, name: str) -> out.PersonOut:
    """The name as it is written, the ratings, and how reliably turns are answered."""
    found, now = person_called(name), timezone.now()
    if found is None or found.is_guest or not may_see(owner_of(request), found):
        raise Problem(404, "not-found")
    ratings = [*ratings_of([found.pk], now).values()]
    return person_json(found, ratings, reliability_of([found.pk]).get(found.pk))


@router.get(
    "/ratings/{slug:slug}",
    url_name="ratings",
    summary="A leaderboard",
    **door(None, out.LeadersOut),
)
def ratings(
    request: HttpRequest,
    slug: str,
    pace: Literal["slow", "live"] = "slow",
    versus: Literal["people", "bots", "robots"] = "people",
) -> out.LeadersOut:
    """The strongest of a game at a pace: people, people against bots of the house, or, as
    `robots`, bot accounts."""
    if slug not in {meta.slug for meta in GAMES}:
        raise Problem(404, "not-found")
    found = leaders(Pool(slug, pace, versus), timezone.now())
    return out.LeadersOut(leaders=[*map(leader_json, found)])


@router.get(
    "/matches/{slug:uid}/talk",
    url_name="talk",
    summary="What is said around a match",
    **door(Scope.CHAT, out.TalkOut),
)
def talk(request: HttpRequest, uid: str) -> out.TalkOut:
    """The lines that you hear, oldest first, and where you may speak."""
    return talk_json(talk_of(uid, owner_of(request)))


class LineIn(Schema):
    room: Annotated[str, Field(max_length=20)]
    text: Annotated[str, Field(max_length=2000)] = ""
    preset: Annotated[str, Field(max_length=20)] = ""


@router.post(
    "/matches/{slug:uid}/talk",
    url_name="talk",
    summary="Say something",
    **door(Scope.CHAT, out.TalkOut, bucket="write", as_a_page="other"),
)
def speak(request: HttpRequest, uid: str, body: LineIn) -> out.TalkOut:
    """Say a text, or what a preset stands for, in a room."""
    user = owner_of(request)
    say(
        uid=uid,
        user=user,
        room=body.room,
        text=body.text,
        preset=body.preset,
        now=timezone.now(),
    )
    return talk_json(talk_of(uid, user))


@router.get(
    "/notices", url_name="notices", summary="My notices", **door(Scope.NOTICES, out.NoticesOut)
)
def notices(
    request: HttpRequest, limit: Annotated[int, Query(ge=1, le=100)] = NEWEST
) -> out.NoticesOut:
    """The newest lines of your bell, and how many of all are unread."""
    return _bell(owner_of(request), limit)


class ReadIn(Schema):
    line: Annotated[str, Field(max_length=60)] = ""
    """Which one; all of them if there is none."""


@router.post(
    "/notices",
    url_name="notices",
    summary="Mark notices as read",
    **door(Scope.NOTICES, out.NoticesOut, bucket="write", as_a_page="other"),
)
def mark_notices(request: HttpRequest, body: ReadIn) -> out.NoticesOut:
    """Mark your whole bell as read, or one line: with it all that you were told of its match. What
    is read is not sent by mail any more."""
    user, now = owner_of(request), timezone.now()
    if not body.line:
        mark_all_read(user.pk, now=now)
        return _bell(user)
    notice = own_notice(user.pk, body.line)
    if notice is None:
        raise Problem(404, "not-found")
    mark_line_read(notice, now=now)
    return _bell(user)


def _bell(user: User, most: int = NEWEST) -> out.NoticesOut:
    lines = [*map(notice_json, newest_lines(user.pk, most))]
    return out.NoticesOut(notices=lines, unread=unread_notices(user.pk))
