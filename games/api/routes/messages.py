"""What two people write to each other."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router
from pydantic import Field

from accounts.models import User
from accounts.sign_in.tokens import Scope
from games.api import schemas as out
from games.api.authorization import door, owner_of
from games.api.presenters import conversation_json, conversations_json
from games.api.problems import Problem
from games.api.routes.people import called
from games.api.shapes import Schema
from games.common.exceptions import GamesError
from games.common.requests import new_key
from games.conversations import services
from games.conversations.selectors import between, conversation_with, conversations_of
from games.notices.services.notifying import mark_messages_read

router = Router(tags=["Messages"])


@router.get(
    "/messages",
    url_name="conversations",
    summary="My messages",
    **door(Scope.MESSAGES, out.ConversationListOut),
)
def conversations(request: HttpRequest) -> out.ConversationListOut:
    """With whom you write, newest first, and who wants to write to you."""
    return conversations_json(conversations_of(owner_of(request)))


@router.get(
    "/messages/{name}",
    url_name="conversation",
    summary="Messages with a person",
    **door(Scope.MESSAGES, out.ConversationOut),
)
def conversation(request: HttpRequest, name: str) -> out.ConversationOut:
    """The messages between you and the person. Reading them marks nothing as read."""
    user = owner_of(request)
    return _conversation(user, _other(user, name))


class MessageIn(Schema):
    do: Literal["write", "accept", "decline", "read"] = "write"
    """Write; answer the person's first message; or mark what you were told of it as read."""
    text: Annotated[str, Field(max_length=services.MOST_READ)] = ""
    """Of a message: 1 to 500 characters."""


@router.post(
    "/messages/{name}",
    url_name="conversation",
    summary="Write or answer a message",
    **door(Scope.MESSAGES, out.ConversationOut, bucket="write", as_a_page="other"),
)
def write(request: HttpRequest, name: str, body: MessageIn) -> out.ConversationOut:
    """Write to somebody you have played, or who follows you as you follow them. The first message
    waits for a yes; to write back is one. Who is declined is not told."""
    user, now = owner_of(request), timezone.now()
    person = _other(user, name)
    match body.do:
        case "accept":
            services.accept(user=user, person=person, now=now)
        case "decline":
            services.decline(user=user, person=person, now=now)
        case "read":
            mark_messages_read(user.pk, person.pk, now)
        case "write":  # that it is done once for its Idempotency-Key is seen to before
            services.write(user=user, person=person, text=body.text, key=new_key(), now=now)
    return _conversation(user, person)


def _other(user: User, name: str) -> User:
    """The person of that name. Raises Problem where there is none, or it is the user's own."""
    person = called(name, user)
    if person.pk == user.pk:
        raise Problem(404, "not-found")
    return person


def _conversation(user: User, person: User) -> out.ConversationOut:
    return conversation_json(conversation_with(user, person), _why_not(user, person))


def _why_not(user: User, person: User) -> str:
    """The code of what keeps the user from writing to the person; "" if nothing does."""
    try:
        services.check_may_message(user, person, between(user.pk, person.pk))
    except GamesError as error:
        return error.code
    return ""
