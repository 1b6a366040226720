"""What a provider says of itself, asked for with care: its answers are those of a stranger."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import requests
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.conf import settings
from django.core.cache import cache
from requests.adapters import BaseAdapter

from accounts.common import outgoing

if TYPE_CHECKING:
    from config.oidc import Provider

WELL_KNOWN = "/.well-known/openid-configuration"
MOST_READ = 256 * 1024  # bytes; some have many long keys
REMEMBERED = 10 * 60  # seconds
NEEDED = ("authorization_endpoint", "token_endpoint", "jwks_uri")
SENT = ("Accept", "Authorization", "Content-Type")


class Refused(OAuth2Error):
    """A provider answered what we do not accept; the words are ours, and say why."""


class Guarded(BaseAdapter):
    """Asks as everything here asks outside: no redirect is followed, and nothing inside reached but
    the issuers that the operator has named."""

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> Any:
        """Return the answer; raises ConnectionError of requests."""
        body = request.body.encode() if isinstance(request.body, str) else None
        headers = {name: str(request.headers[name]) for name in SENT if name in request.headers}
        method, url = request.method or "GET", request.url or ""
        try:
            answer, text = outgoing.ask(
                method, url, body, headers, trusted=_trusted(), most=MOST_READ
            )
        except outgoing.Unreachable as error:
            raise requests.ConnectionError(str(error), request=request) from error
        response = requests.Response()
        response.status_code, response.url, response.request = answer.status, url, request
        response.headers["Content-Type"] = "application/json"  # whatever it is called: it must be
        response._content = text  # noqa: SLF001 - as `requests_mock` does
        return response

    def close(self) -> None:
        """Nothing stays open."""


def session() -> requests.Session:
    """Return what allauth asks by."""
    made = requests.Session()
    made.trust_env = False
    for scheme in ("https://", "http://"):
        made.mount(scheme, Guarded())
    return made


def configuration(provider: Provider) -> dict[str, Any]:
    """Return where the provider does what, as it lately said. Raises Refused."""
    key = f"oidc:{provider.name}:{provider.issuer}"
    if (known := cache.get(key)) is not None:
        return dict(known)
    said = asked_configuration(provider)
    cache.set(key, said, REMEMBERED)
    return said


def asked_configuration(provider: Provider) -> dict[str, Any]:
    """Return where the provider does what, as it says now at its well-known address.

    Raises Refused where it says nothing, or something that cannot be.
    """
    return _checked(provider, _ask(provider.issuer + WELL_KNOWN))


def keys(address: str) -> dict[str, Any]:
    """Return the public keys of a provider, as a set of JWK. Raises Refused."""
    return _ask(address)


def _ask(address: str) -> dict[str, Any]:
    try:
        with session() as asking:
            answer = asking.get(address)
            answer.raise_for_status()
            said = json.loads(answer.content)
    except requests.RequestException as error:
        raise Refused(f"no answer ({type(error).__name__})") from error
    except (ValueError, RecursionError) as error:
        raise Refused("no JSON") from error
    if not isinstance(said, dict):
        raise Refused("no object")
    return said


def _checked(provider: Provider, said: dict[str, Any]) -> dict[str, Any]:
    if str(said.get("issuer", "")).rstrip("/") != provider.issuer:
        raise Refused("another issuer than the one in the settings")
    ends = {name: said.get(name) for name in (*NEEDED, "userinfo_endpoint")}
    if ends["userinfo_endpoint"] is None:
        del ends["userinfo_endpoint"]
    for name, address in ends.items():
        if not isinstance(address, str) or not _may_be_used(address):
            raise Refused(f"no address to use as {name}")
    methods = said.get("token_endpoint_auth_methods_supported")
    return {
        **ends,
        "issuer": said["issuer"],
        # what holds for those who say nothing (OpenID Connect Discovery 1.0, section 3)
        "token_endpoint_auth_methods_supported": (
            methods if isinstance(methods, list) else ["client_secret_basic"]
        ),
    }


def _may_be_used(address: str) -> bool:
    try:
        outgoing.target_of(address, _trusted())
    except outgoing.Forbidden:
        return False
    return True


def _trusted() -> set[str]:
    return {outgoing.origin_of(provider.issuer) for provider in settings.OIDC}
