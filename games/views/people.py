"""Who is asking."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


def member(request: HttpRequest) -> User:
    """The user who asks, in a view that only signed-in people reach."""
    assert request.user.is_authenticated
    return request.user
