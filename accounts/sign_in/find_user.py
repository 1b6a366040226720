"""Who is meant by what was typed into a sign-in or reset form."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.common import names
from accounts.models import User


def user_called(login: str) -> User | None:
    """Return the user with this name, in any spelling, or with this confirmed address.

    A bot account may leave out how its name ends: nobody else can have the rest of it.
    """
    if "\x00" in login:
        return None
    if "@" in names.normalise(login):
        return user_at(login)
    spelled = [names.name_key(each) for each in (login, names.marked(login))]
    return User.objects.filter(name_key__in=spelled).order_by("is_program").first()


def signed_in_user(request: HttpRequest) -> User:
    """Return who asks, on pages that only open to the signed-in."""
    user = request.user
    assert isinstance(user, User)
    return user


def user_at(address: str) -> User | None:
    """Return the user who confirmed this e-mail address."""
    found = EmailAddress.objects.filter(email=names.normalise(address).lower(), verified=True)
    row = found.select_related("user").first()
    return row.user if row else None
