"""Who is asking."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, QueryDict

from accounts.models import User


def member(request: HttpRequest) -> User:
    """The user who asks, in a view that only signed-in people reach."""
    assert request.user.is_authenticated
    return request.user


def whole_form(request: HttpRequest) -> QueryDict | None:
    """The fields of the whole form that the address holds, to be told what it chooses, or None."""
    return request.GET if "key" in request.GET else None


KEY = r"\A[A-Za-z0-9_-]{8,64}\Z"
"""What a request's own name looks like."""


def new_key() -> str:
    """A name for one request, so that sending it twice does its action once."""
    return secrets.token_urlsafe(12)
