"""Who is meant by what was typed into a sign-in or reset form."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.common import names
from accounts.models import User


def user_called(login: str) -> User | None:
    """The user with this name, in any spelling, or with this confirmed address."""
    if "\x00" in login:
        return None
    if "@" in login:
        return user_at(login)
    return User.objects.filter(name_key=names.name_key(login)).first()


def signed_in_user(request: HttpRequest) -> User:
    """Who asks, on pages that only open to the signed-in."""
    user = request.user
    assert isinstance(user, User)
    return user


def user_at(address: str) -> User | None:
    """The user who confirmed this e-mail address."""
    found = EmailAddress.objects.filter(email=address.strip().lower(), verified=True)
    row = found.select_related("user").first()
    return row.user if row else None
