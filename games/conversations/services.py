"""Writing to somebody, saying yes or no to it, and forgetting what was written."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.chat.services import clean
from games.common.exceptions import PersonBlocked
from games.conversations.exceptions import (
    NobodyToWriteTo,
    NoMessage,
    NotAcceptedYet,
    NotAcquainted,
    TooManyMessages,
)
from games.conversations.models import LONGEST, Conversation, Message
from games.conversations.selectors import between
from games.match.reading.selectors import have_met
from games.match.terms.opening import hold
from games.notices.services.notifying import mark_messages_read, tell_of_message
from games.people.selectors import Kind, are_apart, has_blocked, pairs_following
from games.people.writing import Writing, check_may_write
from queues.transactions import writing

KEPT = timedelta(days=180)
MOST_BEGUN = 10
"""People one may write to for the first time within a day."""
MOST_A_DAY = 200
FLOOD, WITHIN = 5, timedelta(seconds=30)
DAY = timedelta(days=1)
MOST_READ = 4 * LONGEST


def write(*, user: User, person: User, text: str, key: str, now: datetime) -> Message:
    """Write to the person; sent twice under one key, it is one message. The first waits for a yes,
    and to write back is one.

    Whoever is blocked does not learn of it: the message is kept and not shown. Raises NoMessage,
    NobodyToWriteTo, PersonBlocked, NotAcquainted, NotAcceptedYet, TooManyMessages, or what
    `people.writing` refuses.
    """
    words = "\n".join(filter(None, map(clean, text[:MOST_READ].splitlines())))
    if not 0 < len(words) <= LONGEST:
        raise NoMessage(LONGEST)
    with writing():
        held = {one.pk: one for one in hold(user, person)}
        made = Message.objects.filter(author=user, key=key).first()
        if made is not None:
            return made
        row = between(user.pk, person.pk)
        check_may_message(held[user.pk], held[person.pk], row, now)
        _check_flood(user, now)
        is_silent = are_apart(user.pk, person.pk, Kind.TALK)
        if row is None:
            row = _begun(user, person, is_silent, now)
        elif row.begun_by_id != user.pk and row.accepted_at is None:
            _accepted(row, now)
        message = Message.objects.create(
            conversation=row, author=user, text=words, key=key, said_at=now, is_silent=is_silent
        )
        if not (is_silent or row.is_silent):
            tell_of_message(user=held[person.pk], person=user, subject=f"{message.pk}", now=now)
    return message


def check_may_message(
    user: User, person: User, row: Conversation | None, now: datetime | None = None
) -> None:
    """Raises why the user cannot write to the person now; *row* is what there is between them."""
    if user.pk == person.pk or person.is_guest or person.is_program or not person.is_active:
        raise NobodyToWriteTo
    check_may_write(Writing.MESSAGE, user, [person], now=now)
    if has_blocked(user.pk, person.pk, Kind.TALK):
        raise PersonBlocked
    if row is None:
        if not are_acquainted(user.pk, person.pk):
            raise NotAcquainted
    elif row.begun_by_id == user.pk and row.accepted_at is None:
        raise NotAcceptedYet


def are_acquainted(one: int, other: int) -> bool:
    """Return whether two have met at a board, or follow each other."""
    return len(pairs_following([one, other])) == 2 or have_met(one, other)


def accept(*, user: User, person: User, now: datetime) -> None:
    """Say yes to what the person has written. Raises NobodyToWriteTo where nothing waits."""
    with writing():
        _accepted(_waiting(user, person), now)


def decline(*, user: User, person: User, now: datetime) -> None:
    """Say no: the person is not told, and one reads no more of it. Raises NobodyToWriteTo."""
    with writing():
        row = _waiting(user, person)
        row.is_silent = True
        row.save(update_fields=["is_silent"])
        mark_messages_read(user.pk, person.pk, now)


def forget_messages(*, now: datetime) -> None:
    """Drop what was written 180 days ago, and conversations in which nothing is left."""
    with writing():
        Message.objects.filter(said_at__lt=now - KEPT).delete()
        Conversation.objects.filter(messages=None, made_at__lt=now - KEPT).delete()


def _waiting(user: User, person: User) -> Conversation:
    hold(user, person)
    row = between(user.pk, person.pk)
    if row is None or row.is_silent or row.accepted_at or row.begun_by_id == user.pk:
        raise NobodyToWriteTo
    return row


def _begun(user: User, person: User, is_silent: bool, now: datetime) -> Conversation:
    begun = Conversation.objects.filter(begun_by=user, made_at__gt=now - DAY)
    if begun.count() >= MOST_BEGUN:
        raise TooManyMessages(DAY)
    first, second = sorted((user, person), key=lambda one: one.pk)
    return Conversation.objects.create(
        first=first, second=second, begun_by=user, made_at=now, is_silent=is_silent
    )


def _accepted(row: Conversation, now: datetime) -> None:
    row.accepted_at, row.is_silent = now, False
    row.save(update_fields=["accepted_at", "is_silent"])


def _check_flood(user: User, now: datetime) -> None:
    mine = Message.objects.filter(author=user)
    for wait, most in ((DAY, MOST_A_DAY), (WITHIN, FLOOD)):
        if mine.filter(said_at__gt=now - wait).count() >= most:
            raise TooManyMessages(wait)
