"""Classes: clubs of a teacher and the children whose accounts the teacher has set up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from games.clubs.exceptions import NameTaken
from games.clubs.models import Club, Member

Role = Member.Role


def found_class(*, teacher: User, name: str, pupils: Iterable[User], now: datetime) -> Club:
    """Found a class of those pupils, in the transaction that makes their accounts.

    Raises NameTaken.
    """
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, is_class=True, made_at=now)
    except IntegrityError as error:
        raise NameTaken from error
    seats = [(teacher, Role.OWNER), *((pupil, Role.MEMBER) for pupil in pupils)]
    Member.objects.bulk_create(
        Member(club=club, user=user, role=role, asked_at=now, joined_at=now) for user, role in seats
    )
    return club


def classes_of(teacher: User) -> QuerySet[Club]:
    """Return the classes of a teacher, the newest first."""
    mine = Member.objects.filter(user=teacher, role=Role.OWNER)
    return Club.objects.filter(is_class=True, pk__in=mine.values("club")).order_by("-made_at")


def pupils_of(club: Club) -> list[User]:
    """Return the children in a class whose accounts are open, by name."""
    rows = club.members.filter(role=Role.MEMBER, user__is_active=True).select_related("user")
    return [row.user for row in rows.order_by("user__name_key")]


def delete_classes(teacher: User) -> None:
    """Delete the classes of a teacher who goes, with their boards."""
    classes_of(teacher).delete()
