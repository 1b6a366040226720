"""How allauth's flows with services elsewhere are fitted to this site."""

from __future__ import annotations

import logging
from typing import Any

import requests
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base.constants import AuthError
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import switches
from accounts.providers import discovery
from accounts.sign_in import sign_up_codes

logger = logging.getLogger(__name__)

CODE = "sign_up_code"
"""Where a session remembers the code that somebody went to a provider with."""


class ProviderAdapter(DefaultSocialAccountAdapter):
    """The list of providers, the requests to them, and what becomes of the people they send."""

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return those of the settings; the table of allauth stays empty."""
        return [
            SocialApp(
                provider="openid_connect",
                provider_id=each.name,
                name=each.label,
                client_id=each.client,
                secret=each.secret,
                settings={"server_url": each.issuer},
            )
            for each in settings.OIDC
            if provider in (None, "openid_connect", each.name) and client_id in (None, each.client)
        ]

    def get_requests_session(self) -> requests.Session:
        return discovery.session()

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """The token has done what it was for; a session would keep it. A child signs in with the
        password of its grown-up alone."""
        sociallogin.token = None
        if getattr(request.user, "is_child", False):
            text = _("An account for a child cannot be linked with a service elsewhere.")
            raise ImmediateHttpResponse(_back(request, text))

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Everybody chooses a name."""
        return False

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """As with a password: nobody while it is switched off, but by a code, and guests, who stay.

        They bring the code along from the page of sign-up.
        """
        if not switches.is_on("no_new_accounts") or getattr(request, "guest", None) is not None:
            return True
        code = request.POST.get("code") or request.session.get(CODE, "")
        return bool(code) and sign_up_codes.is_good(code, timezone.now())

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: SocialAccount) -> str:
        return reverse("accounts:security")

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: str | None = None,
        exception: BaseException | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        """Whoever did not get in reads why, where they can try again."""
        if error == AuthError.CANCELLED:
            text = _("You did not sign in with %(provider)s.") % {"provider": provider.name}
            raise ImmediateHttpResponse(_back(request, text))
        if exception is None:
            text = _("That took too long, or was begun in another browser. Please try again.")
            raise ImmediateHttpResponse(_back(request, text))
        raise ImmediateHttpResponse(no_answer(request, provider.name, exception))


def no_answer(request: HttpRequest, label: str, why: BaseException) -> HttpResponse:
    """Return the way back for somebody whose provider is away, or answered what cannot be."""
    said = str(why) if isinstance(why, discovery.Refused) else type(why).__name__
    logger.warning("sign-in by %s failed: %s", label, said)
    text = _("%(provider)s does not answer as it should. Try again later, or sign in another way.")
    return _back(request, text % {"provider": label})


def _back(request: HttpRequest, text: str) -> HttpResponse:
    messages.error(request, text)
    is_member = request.user.is_authenticated
    return redirect("accounts:security" if is_member else "account_login")
