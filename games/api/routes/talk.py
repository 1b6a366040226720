"""What is said around a match."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router
from pydantic import Field

from accounts.sign_in.tokens import Scope
from games.api import schemas as out
from games.api.authorization import door, owner_of
from games.api.presenters import talk_json
from games.api.shapes import Schema
from games.chat.selectors import talk_of
from games.chat.services import say

router = Router(tags=["People"])


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
