"""Who asks, and whether that sign-in still holds."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.contrib.auth import SESSION_KEY, get_user, logout
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.sign_in import read_user, sessions, shared_marks
from accounts.sign_in.devices import device_name
from accounts.sign_in.find_user import signed_in_user

Handler = Callable[[HttpRequest], HttpResponse]


class Authentication(AuthenticationMiddleware):
    """Django's own, for which the user was read together with the session."""

    def process_request(self, request: HttpRequest) -> None:
        """Give the request its user: every page asks who it is, dozens of times."""
        super().process_request(request)
        request.user = _user_of(request)


def _user_of(request: HttpRequest) -> User | AnonymousUser:
    request.session.get(SESSION_KEY)  # reads it
    token = read_user.read.set(getattr(request.session, "user", None))
    try:
        return get_user(request)
    finally:
        read_user.read.reset(token)


def sign_in_age(get_response: Handler) -> Handler:
    """Ends sign-ins that are too old or were idle too long; clears the browser after any end."""

    def handle(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            _check_age(request)
        key = request.session.session_key
        response = get_response(request)
        if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:  # else no cookie was changed
            sessions.follow(key, request.session.session_key)
        if getattr(request, "signed_out", False):
            response["Clear-Site-Data"] = '"cache", "storage"'
        return response

    return handle


def _check_age(request: HttpRequest) -> None:
    user, now = signed_in_user(request), timezone.now()
    if sessions.is_over(request.session, user, now):
        logout(request)
    elif sessions.note_seen(request.session, user, now):
        shared_marks.note(request, user.pk, now, device=device_name(request))
