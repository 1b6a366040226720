"""Whom a child may meet: its grown-up, the other children of that grown-up, and those whom the
grown-up has allowed. A class is the children of its teacher."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.common.visitors import Visitor
from accounts.models import ChildFriend, User


def may_meet(users: Sequence[User]) -> bool:
    """Return whether each child among *users* may meet all the others; no query without one."""
    children = [user for user in users if user.is_child]
    return all(_knows(child, other) for child in children for other in users)


def may_see(viewer: Visitor, person: User) -> bool:
    """Return whether there is such a person for *viewer*: of a child, for staff and whom it may
    meet."""
    if not person.is_child:
        return True
    return isinstance(viewer, User) and (viewer.is_staff or _knows(person, viewer))


def _knows(child: User, other: User) -> bool:
    if other.pk in (child.pk, child.guardian_id) or other.guardian_id == child.guardian_id:
        return True
    return ChildFriend.objects.filter(child=child, friend=other).exists()
