"""Setting up accounts for children, one or a class at once, and answering for them.

An account is a child's from the start and for good: it names its grown-up (`User.guardian`). What
that forbids stands where each thing is done: `people.writing`, `match.terms.meeting`,
`NotForChildren`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.common import events, names
from accounts.models import ChildFriend, User
from accounts.models.user import prepared
from accounts.sign_in import sessions
from games.children.exceptions import (
    NamesRefused,
    NeedsAddress,
    NoFriend,
    NoGrownUp,
    NoSuchChild,
    TooManyChildren,
    WrongNumber,
)
from games.children.selectors import child_called, children_of
from games.clubs.services.classes import classes_of, found_class, pupils_of
from games.people.selectors import person_called
from games.personal.services import ask_to_leave, stay
from queues.transactions import writing

if TYPE_CHECKING:
    from games.clubs.models import Club

MOST_CHILDREN = 6
"""Accounts of one grown-up outside of classes."""
MOST_CLASSES = 3
MOST_PUPILS = 40
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that are read for no other."""
ONCE_A_DAY, NEVER = {"rhythm": "morning"}, {"rhythm": "never"}
"""How often the grown-up is mailed of what happens in a child's matches (`notices.choices`)."""


class Slip(NamedTuple):
    """The name and password of a child; shown once, as the password is kept nowhere."""

    name: str
    password: str


def make_child(*, user: User, name: str, password: str) -> User:
    """An account for a child. Raises NoGrownUp, NeedsAddress, TooManyChildren or NamesRefused."""
    hashed = _hashed(password)
    with writing():
        guardian = _hold(user)
        if children_of(guardian).count() >= MOST_CHILDREN:
            raise _too_many()
        (child,) = _made(guardian, {name: hashed}, ONCE_A_DAY)
    return child


def make_class(*, user: User, title: str, written: str, now: datetime) -> tuple[Club, list[Slip]]:
    """A class, with an account for each name that is *written* on a line of its own.

    All of it or nothing. Raises NoGrownUp, NeedsAddress, WrongNumber, TooManyChildren,
    NamesRefused or NameTaken.
    """
    wanted = [line for line in map(names.normalise, written.splitlines()) if line]
    if not 0 < len(wanted) <= MOST_PUPILS:
        raise WrongNumber(MOST_PUPILS)
    check_may_guard(user)
    slips = [Slip(name, new_password()) for name in wanted]
    hashed = {slip.name: _hashed(slip.password) for slip in slips}
    with writing():
        guardian = _hold(user)
        if classes_of(guardian).count() >= MOST_CLASSES:
            raise _too_many()
        if len(hashed) < len(slips):
            raise NamesRefused([name for name in hashed if wanted.count(name) > 1])
        pupils = _made(guardian, hashed, NEVER)
        club = found_class(teacher=guardian, name=title, pupils=pupils, now=now)
    return club, slips


def reset_password(*, user: User, name: str) -> Slip:
    """A new password for a child, whose sign-ins end. Raises NoSuchChild."""
    return _reset([_own(user, name)])[0]


def reset_class(*, user: User, uid: str) -> list[Slip]:
    """New passwords for a whole class. Raises NoSuchChild."""
    club = classes_of(user).filter(uid=uid).first()
    if club is None:
        raise NoSuchChild
    return _reset(pupils_of(club))


def allow_friend(*, user: User, name: str, friend: str) -> None:
    """Let a child play somebody; twice is once. Children of two grown-ups play each other once both
    have allowed it. Raises NoSuchChild or NoFriend."""
    child, person = _own(user, name), person_called(friend)
    if person is None or person.is_guest or person.is_program or person.pk == child.pk:
        raise NoFriend
    ChildFriend.objects.get_or_create(child=child, friend=person)


def take_friend_back(*, user: User, name: str, friend: str) -> None:
    """Let a child play somebody no more; matches that run go on. Raises NoSuchChild."""
    child = _own(user, name)
    ChildFriend.objects.filter(child=child, friend__name=friend.replace("\x00", "")).delete()


def close_child(*, user: User, name: str, now: datetime) -> None:
    """Have a child's account deleted in 14 days; nobody signs in to it from now on.

    Raises NoSuchChild.
    """
    child = _own(user, name)
    with writing():
        child.set_unusable_password()
        child.save(update_fields=["password"])
        sessions.end_all(child)
        ask_to_leave(child, now)


def keep_child(*, user: User, name: str) -> Slip:
    """Let the account stay after all, with a new password. Raises NoSuchChild."""
    child = _own(user, name)
    stay(child)
    return _reset([child])[0]


def check_may_guard(user: User) -> None:
    """Raises NoGrownUp or NeedsAddress for whoever cannot answer for a child."""
    if user.is_guest or user.is_program or user.is_child:
        raise NoGrownUp
    if not user.email:
        raise NeedsAddress


def new_password() -> str:
    """Return a password that is easily copied from paper: 59 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _sign in range(4)) for _part in range(3))


def _hold(user: User) -> User:
    guardian = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    check_may_guard(guardian)
    return guardian


def _too_many() -> TooManyChildren:
    return TooManyChildren(most=MOST_CHILDREN, classes=MOST_CLASSES)


def _made(guardian: User, hashed: dict[str, str], notices: dict[str, str]) -> list[User]:
    """Write the rows of accounts by name and hashed password. Raises NamesRefused."""
    refused = [name for name in hashed if _is_refused(name)]
    if refused:
        raise NamesRefused(refused)
    made = []
    for name, password in hashed.items():
        child = User(
            name=name,
            password=password,
            guardian=guardian,
            language=guardian.language,
            time_zone=guardian.time_zone,
            notice_choices=notices,
            gives_puzzles=False,
        )
        try:
            with transaction.atomic():
                child.save()
        except IntegrityError as error:  # two of the list look alike, or somebody was quicker
            raise NamesRefused([name]) from error
        events.note("child-registered", user=child.pk, by=guardian.pk)
        made.append(child)
    return made


def _is_refused(name: str) -> bool:
    try:
        names.check_name(name)
    except ValidationError:
        return True
    return User.objects.is_taken(name)


def _reset(children: Sequence[User]) -> list[Slip]:
    slips = [Slip(child.name, new_password()) for child in children]
    hashed = [_hashed(slip.password) for slip in slips]
    with writing():
        for child, password in zip(children, hashed, strict=True):
            child.password = password
            child.save(update_fields=["password"])
            sessions.end_all(child)
            events.note("password-reset", user=child.pk, by=child.guardian_id)
    return slips


def _hashed(password: str) -> str:
    """Return what is stored of a password; worked out before a transaction begins."""
    return make_password(prepared(password))


def _own(user: User, name: str) -> User:
    child = child_called(user, name)
    if child is None:
        raise NoSuchChild
    return child
