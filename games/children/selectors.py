"""The accounts for children of one grown-up."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.common import names
from accounts.models import ChildFriend, User
from games.clubs.services.classes import classes_of


def all_children_of(guardian: User) -> QuerySet[User]:
    """Return every account for a child that the grown-up answers for, by name."""
    return User.objects.filter(guardian=guardian, is_active=True).order_by("name_key")


def children_of(guardian: User) -> QuerySet[User]:
    """Return those in none of the grown-up's classes."""
    in_class = classes_of(guardian).values("members__user")
    return all_children_of(guardian).exclude(pk__in=in_class)


def child_called(guardian: User, name: str) -> User | None:
    """Return the grown-up's own child of that name, in any spelling."""
    if "\x00" in name or len(name) > names.MAX_LENGTH * 4:
        return None
    return all_children_of(guardian).filter(name_key=names.name_key(name)).first()


def friends_of(child: User) -> list[str]:
    """Return the names of those whom the child has been allowed to play."""
    rows = ChildFriend.objects.filter(child=child, friend__is_active=True)
    return list(rows.order_by("friend__name_key").values_list("friend__name", flat=True))
