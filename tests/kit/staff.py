"""Staff for tests: people in the groups of the roles, with a second factor."""

from __future__ import annotations

from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Group

from accounts.models import User
from games.moderation.roles import make_groups
from games.moderation.services.log import Why
from tests.kit.builders import person

ROLES = ("helper", "moderator", "senior", "operator")


def staff(role: str, name: str = "") -> User:
    """Somebody in the group *role*, who may enter the admin site."""
    if not Group.objects.filter(name=role).exists():
        make_groups(None, "default")
    user = person(name or role, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    return user


def why(actor: User, note: str = "as told") -> Why:
    """A reason."""
    return Why(actor, "report", note)
