"""What happens around every page because of who asks for it."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user, logout
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.views.defaults import permission_denied

from accounts import backends, rights, sessions, traces
from accounts.devices import device_name
from accounts.finding import signed_in_user
from accounts.models import User
from accounts.zones import zone_of_browser, zone_or_utc

Handler = Callable[[HttpRequest], HttpResponse]


class Authentication(AuthenticationMiddleware):
    """Django's own, for which the user was read together with the session."""

    def process_request(self, request: HttpRequest) -> None:
        """Give the request its user: every page asks who it is, dozens of times."""
        super().process_request(request)
        request.user = _user_of(request)


def _user_of(request: HttpRequest) -> User | AnonymousUser:
    request.session.get(SESSION_KEY)  # reads it
    token = backends.read.set(getattr(request.session, "user", None))
    try:
        return get_user(request)
    finally:
        backends.read.reset(token)


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
        traces.note(request, user.pk, now, device=device_name(request))


def preferences(get_response: Handler) -> Handler:
    """Pages in the language and the time zone the user chose; a visitor's come from the browser."""

    def handle(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            with timezone.override(zone_of_browser(request)):
                return get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zone_or_utc(user.time_zone)):
            return get_response(request)

    return handle


class Guests:
    """Guests reach the pages of sign-in as visitors do, and no page that needs a password."""

    AS_VISITORS = frozenset(
        {
            *("account_login", "mfa_authenticate", "mfa_login_webauthn"),
            "account_reset_password",
            *("account_reset_password_done", "account_reset_password_from_key"),
            *("account_reset_password_from_key_done", "account_confirm_email"),
        }
    )
    OPEN = frozenset({"account_logout", "account_inactive"})

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or not getattr(request.user, "is_guest", False):
            return None
        name = match.url_name or ""
        if name in self.AS_VISITORS:
            request.guest = signed_in_user(request)  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        elif name.startswith(("account_", "mfa_")) and name not in self.OPEN:
            wanted = urlencode({"next": request.GET["next"]}) if "next" in request.GET else ""
            return redirect(f"{reverse('accounts:claim')}?{wanted}".rstrip("?"))
        return None


def shut_out(get_response: Handler) -> Handler:
    """Whoever is suspended has nothing here but their own affairs: why, an appeal, their data."""

    def handle(request: HttpRequest) -> HttpResponse:
        if not rights.is_shut_out(request.user) or _is_own_affair(request):
            return get_response(request)
        if request.method in ("GET", "HEAD"):
            return redirect(settings.STANDING_PAGE)
        return permission_denied(request, PermissionDenied())

    return handle


def _is_own_affair(request: HttpRequest) -> bool:
    path = request.path_info
    return path.startswith(tuple(settings.OPEN_TO_THE_SHUT_OUT))


class Refusals:
    """A form that is shown again because it was refused has the status 422."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_template_response(
        self, request: HttpRequest, response: TemplateResponse
    ) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        if not isinstance(form, BaseForm) or not form.errors:
            return response
        if request.method == "POST" and response.status_code == 200:
            response.status_code = 422
            _focus_first_refusal(form)
        return response


def _focus_first_refusal(form: BaseForm) -> None:
    """Whoever types goes on where something was wrong."""
    refused = next((name for name in form.fields if name in form.errors), None)
    if refused is None:
        return
    for name, field in form.fields.items():
        field.widget.attrs.pop("autofocus", None)
        if name == refused:
            field.widget.attrs["autofocus"] = True
