"""Which account pages guests reach, and as whom."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.sign_in.find_user import signed_in_user

Handler = Callable[[HttpRequest], HttpResponse]


class Guests:
    """Guests reach the pages of sign-in as visitors do, and no page that needs a password."""

    AS_VISITORS = frozenset(
        {
            *("account_login", "mfa_authenticate", "mfa_login_webauthn"),
            "account_reset_password",
            *("account_reset_password_done", "account_reset_password_from_key"),
            *("account_reset_password_from_key_done", "account_confirm_email"),
            *("openid_connect_login", "openid_connect_callback", "socialaccount_signup"),
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
            kept = {word: request.GET[word] for word in ("next", "code") if word in request.GET}
            wanted = urlencode(kept)
            return redirect(f"{reverse('accounts:claim')}?{wanted}".rstrip("?"))
        return None
