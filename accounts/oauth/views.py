"""Where a person lets an app act for them, and where the app gets, renews and ends its tokens."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2 import AccessDeniedError, OAuth2Error
from oauthlib.oauth2.rfc6749.errors import FatalClientError

from accounts.common import events
from accounts.common.access import public_action, public_form, public_page
from accounts.common.redirects import form_source, host_of, is_on_device
from accounts.oauth.server import AUTHORIZATION, REVOCATION, TOKENS
from accounts.sign_in import limits
from accounts.sign_in.find_user import signed_in_user
from accounts.sign_in.tokens import Scope, may_have
from queues.transactions import writing

ROUTES = ("authorize", "token", "revoke")

Endpoint = Callable[..., tuple[dict[str, str], str, int]]


@public_form
@never_cache
def authorize(request: HttpRequest) -> HttpResponseBase:
    """Asks whoever is signed in whether the app may; what cannot be asked is said here.

    No app is registered, so nobody vouches for where it wants to be sent back to: we lead there
    when the person has said yes or no, and never by ourselves (RFC 9700, 4.11.2).
    """
    try:
        scopes, asked = AUTHORIZATION.validate_authorization_request(_uri(request))
    except FatalClientError as error:
        return _refused(request, error)
    except OAuth2Error as error:
        return _refused(request, error, host_of(error.redirect_uri), _away(error))
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    user = signed_in_user(request)
    if user.is_guest:
        messages.info(request, _("An app can act for an account only. Save yours, then go on."))
        query = urlencode({"next": request.get_full_path()})
        return redirect(f"{reverse('accounts:claim')}?{query}")
    if request.method == "POST":
        return _answer(request, scopes, asked)
    uri = asked["redirect_uri"]
    context = {
        "client_id": asked["client_id"],
        "host": host_of(uri),
        "is_on_device": is_on_device(uri),
        "scopes": [scope.label for scope in Scope if scope.value in scopes],
        "may_have": may_have(user),
    }
    leading_away = csp_update({"form-action": [SELF, form_source(uri)]})
    return leading_away(lambda r: render(r, "accounts/app_allow.html", context))(request)


def _answer(request: HttpRequest, scopes: list[str], asked: dict[str, Any]) -> HttpResponse:
    user = signed_in_user(request)
    if request.POST.get("do") != "allow" or not may_have(user):
        return _lead_to(_away(AccessDeniedError(request=asked["request"])))
    try:
        limits.spend(request, "app_allowed")
    except ImmediateHttpResponse as pause:
        return pause.response
    uri, credentials = _uri(request), {"user": user}
    headers = AUTHORIZATION.create_authorization_response(
        uri, scopes=scopes, credentials=credentials
    )[0]
    events.note("token-made", request, user=user.pk, what="app")
    return _lead_to(_signed(headers["Location"]))


def _away(error: OAuth2Error) -> str:
    return _signed(error.in_uri(error.redirect_uri))


def _signed(uri: str) -> str:
    """With who answers, so that an app is not misled by another house (RFC 9207)."""
    return str(add_params_to_uri(uri, [("iss", settings.SITE_URL)]))


def _lead_to(uri: str) -> HttpResponse:
    """Django's own leads to no schemes of apps."""
    return HttpResponse(status=HTTPStatus.FOUND, headers={"Location": uri})


def _refused(
    request: HttpRequest, error: OAuth2Error, host: str = "", away: str = ""
) -> HttpResponse:
    context = {"error": error, "host": host, "away": away}
    return render(request, "accounts/app_refused.html", context, status=HTTPStatus.BAD_REQUEST)


@csrf_exempt
@public_action
@never_cache
def token(request: HttpRequest) -> HttpResponse:
    """Return the tokens of an app for its code or refresh token, as JSON."""
    return _to_app(request, TOKENS.create_token_response)


@csrf_exempt
@public_action
@never_cache
def revoke(request: HttpRequest) -> HttpResponse:
    """Ends the sign-in that the token belongs to (RFC 7009)."""
    return _to_app(request, REVOCATION.create_revocation_response)


def _to_app(request: HttpRequest, endpoint: Endpoint) -> HttpResponse:
    try:
        limits.spend(request, "app_token")
        with writing():
            headers, body, status = endpoint(_uri(request), "POST", request.POST.urlencode())
    except ImmediateHttpResponse as pause:
        headers = {"Retry-After": pause.response["Retry-After"]}
        body, status = json.dumps({"error": "temporarily_unavailable"}), pause.response.status_code
    except OAuth2Error as error:
        headers, body, status = error.headers, error.json, error.status_code
    response = HttpResponse(body, status=status, headers=headers)
    response["Content-Type"] = "application/json"
    return response


def _uri(request: HttpRequest) -> str:
    """The address as oauthlib reads it; whatever was sent, it is well written."""
    return f"{settings.SITE_URL}{request.path}?{request.GET.urlencode()}".rstrip("?")


@public_page
def discovery(request: HttpRequest) -> HttpResponse:
    """Return the addresses and methods of sign-ins by apps, for libraries (RFC 8414)."""
    here = {name: settings.SITE_URL + reverse(f"accounts:{name}") for name in ROUTES}
    return JsonResponse(
        {
            "issuer": settings.SITE_URL,
            "authorization_endpoint": here["authorize"],
            "token_endpoint": here["token"],
            "revocation_endpoint": here["revoke"],
            "service_documentation": settings.SITE_URL + reverse("api:guide"),
            "scopes_supported": Scope.values,
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "ui_locales_supported": [code for code, _name in settings.LANGUAGES],
        }
    )
