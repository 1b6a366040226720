"""Who has written to whom, as one of the two reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.common.rownames import name_of
from games.conversations.models import Conversation, Message

LAST = 200
"""So many messages are shown."""


@dataclass(frozen=True, slots=True)
class MessageFacts:
    """A message as one of the two reads it."""

    name: str
    """What it is called on pages (`rownames`)."""
    author: str
    is_mine: bool
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class ConversationFacts:
    """The conversation as one of the two sees it."""

    person: str
    messages: tuple[MessageFacts, ...]
    is_accepted: bool
    is_mine: bool
    """Whether the reader has begun it."""

    @property
    def is_asked(self) -> bool:
        """Return True if it waits for the reader's yes."""
        return bool(self.messages) and not self.is_accepted and not self.is_mine


def between(one: int, other: int) -> Conversation | None:
    """Return the conversation of two users."""
    return Conversation.objects.filter(first_id=min(one, other), second_id=max(one, other)).first()


def conversations_of(user: User) -> list[tuple[str, datetime, bool]]:
    """Return with whom the user writes, the newest first: the name, when something was last said
    to or by the user, and whether it waits for the user's yes."""
    said = _readable(user, Message.objects.filter(conversation=OuterRef("pk"))).order_by("-pk")
    rows = _seen(user).annotate(last_at=Subquery(said.values("said_at")[:1]))
    rows = rows.exclude(last_at=None).select_related("first", "second").order_by("-last_at")
    return [
        (
            (row.second if row.first_id == user.pk else row.first).name,
            row.last_at,
            row.accepted_at is None and row.begun_by_id != user.pk,
        )
        for row in rows[:LAST]
    ]


def conversation_with(user: User, person: User) -> ConversationFacts:
    """Return what the user and the person have written to each other, oldest first."""
    row = _seen(user).filter(Q(first=person) | Q(second=person)).first()
    messages = _readable(user, Message.objects.filter(conversation=row)).select_related("author")
    shown = list(messages.order_by("-pk")[:LAST]) if row else []
    return ConversationFacts(
        person=person.name,
        messages=tuple(_facts(one, user) for one in reversed(shown)),
        is_accepted=row is not None and row.accepted_at is not None,
        is_mine=row is not None and row.begun_by_id == user.pk,
    )


def reported_text(user: User, person: User, name: str) -> str:
    """Return the words of the person's message of that name, if the user reads it; else ""."""
    lines = conversation_with(user, person).messages
    return next((one.text for one in lines if one.name == name and not one.is_mine), "")


def messages_around(
    reporter_id: int, suspect_id: int, until: datetime, text: str, *, reach: int = 5
) -> tuple[list[Message], int]:
    """Return what the two wrote around words that one of them has reported, and the key of those;
    for moderators, of a report and no further."""
    row = between(reporter_id, suspect_id)
    lines = Message.objects.filter(conversation=row).select_related("author").order_by("pk")
    theirs = lines.filter(author_id=suspect_id, said_at__lte=until, text__startswith=text)
    found = theirs.last() if row else None
    if found is None:
        return [], 0
    before = list(lines.filter(pk__lt=found.pk).order_by("-pk")[:reach])
    return [*reversed(before), found, *lines.filter(pk__gt=found.pk)[:reach]], found.pk


def _seen(user: User) -> QuerySet[Conversation]:
    if user.is_quiet:
        return Conversation.objects.none()
    mine = Conversation.objects.filter(Q(first=user) | Q(second=user))
    return mine.filter(Q(is_silent=False) | Q(begun_by=user))


def _readable(user: User, messages: QuerySet[Message]) -> QuerySet[Message]:
    return messages.filter(Q(is_silent=False) | Q(author=user))


def _facts(row: Message, user: User) -> MessageFacts:
    return MessageFacts(
        name=name_of(row),
        author=row.author.name,
        is_mine=row.author_id == user.pk,
        text=row.text,
        said_at=row.said_at,
    )
