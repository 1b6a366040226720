"""Following, blocking, and writing a private note on somebody."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common import live
from games.common.exceptions import GamesError, NoteTooLong
from games.people.models import Block, Follow, PersonNote
from queues.transactions import writing

MOST_FOLLOWED = 200
MOST_BLOCKED = 500
LONGEST_NOTE = 4000


class NotOneself(GamesError):
    sentence = _("That is you. Choose somebody else.")


class TooManyTies(GamesError):
    sentence = _("Your list is full. Remove somebody first.")


class UnknownKindOfBlock(GamesError):
    code = "unknown-block"
    sentence = _("This cannot be blocked.")
    status = 422


def follow_person(*, user: User, person: User, wanted: bool) -> None:
    """Follow the person or stop; either twice is once. Raises NotOneself or TooManyTies."""
    _check_other(user, person)
    with writing():
        rows = Follow.objects.filter(user=user)
        if not wanted:
            rows.filter(person=person).delete()
        elif not rows.filter(person=person).exists() and rows.count() >= MOST_FOLLOWED:
            raise TooManyTies
        else:
            Follow.objects.get_or_create(user=user, person=person)


def block_person(*, user: User, person: User, kinds: Collection[str]) -> None:
    """Block exactly these kinds of dealings with the person; none lifts every block.

    Raises NotOneself, UnknownKindOfBlock or TooManyTies.
    """
    _check_other(user, person)
    if not set(kinds) <= set(Block.Kind.values):
        raise UnknownKindOfBlock
    with writing():
        others = Block.objects.filter(user=user).exclude(person=person)
        if kinds and others.values("person").distinct().count() >= MOST_BLOCKED:
            raise TooManyTies
        Block.objects.filter(user=user, person=person).exclude(kind__in=kinds).delete()
        for kind in kinds:
            Block.objects.get_or_create(user=user, person=person, kind=kind)
        for blocked in (user, person):
            live.recheck_sockets(blocked.pk)


def note_person(*, user: User, person: User, text: str) -> None:
    """Keep a private note on the person; an empty one is dropped. Raises NoteTooLong."""
    _check_other(user, person)
    text = text.replace("\x00", "").strip()
    if len(text) > LONGEST_NOTE:
        raise NoteTooLong
    with writing():
        if not text:
            PersonNote.objects.filter(user=user, person=person).delete()
        else:
            PersonNote.objects.update_or_create(user=user, person=person, defaults={"text": text})


def move_ties(from_id: int, to_id: int) -> None:
    """Give what one user is to others, and they to them, to another user.

    A tie which that one has already is left out, and so is what tied the two to each other.
    """
    for rows in (Follow.objects, Block.objects, PersonNote.objects):
        for end, other in (("user_id", "person_id"), ("person_id", "user_id")):
            ties = rows.filter(**{end: from_id}).exclude(**{other: to_id})
            for key in list(ties.values_list("pk", flat=True)):
                with suppress(IntegrityError), transaction.atomic():
                    rows.filter(pk=key).update(**{end: to_id})


def _check_other(user: User, person: User) -> None:
    if user.pk == person.pk:
        raise NotOneself
