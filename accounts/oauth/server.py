"""OAuth 2.1 by oauthlib: authorisation codes with PKCE for public clients, on our own rows."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from oauthlib.oauth2 import (
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    RefreshTokenGrant,
    RequestValidator,
    RevocationEndpoint,
    TokenEndpoint,
)
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError, InvalidRequestError
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256

from accounts.common import redirects
from accounts.oauth import grants
from accounts.sign_in.tokens import Scope

_CLIENT = re.compile(r"[!-~]{1,100}")
_CHALLENGE = re.compile(r"[\w-]{43}", re.ASCII)
_VERIFIER = re.compile(r"[\w.~-]{43,128}", re.ASCII)


@dataclass(frozen=True, slots=True)
class App:
    """Whoever says that this is its name: nobody is registered."""

    client_id: str


class CodeGrant(AuthorizationCodeGrant):
    """Oauthlib's, whose codes know their family, and whose challenges are digests."""

    _code_challenge_methods = {"S256": code_challenge_method_s256}

    def create_authorization_code(self, request: Any) -> dict[str, str]:
        """A code of ours, and the state it was asked with."""
        return {**super().create_authorization_code(request), "code": grants.new_code()}


def _asks_well(request: Any) -> dict[str, Any]:
    """Raises InvalidRequestError for what oauthlib would let by."""
    if request.response_mode not in (None, "query"):
        request.response_mode = None
        raise InvalidRequestError("The only response_mode is query.", request=request)
    if request.code_challenge is not None and not _CHALLENGE.fullmatch(request.code_challenge):
        raise InvalidRequestError("A code_challenge has 43 characters.", request=request)
    return {}


def _proves_well(request: Any) -> None:
    if request.code_verifier is not None and not _VERIFIER.fullmatch(request.code_verifier):
        raise InvalidRequestError("A code_verifier has 43 to 128 characters.", request=request)


def _keeps_its_scopes(request: Any) -> None:
    """An app that asks for less when it renews gets what it had, and is answered so."""
    request.scopes = request.grant.scopes.split()


class Rules(RequestValidator):
    """The rules for apps. The sign-in that a request is about is its `grant`."""

    def validate_client_id(self, client_id: str, request: Any, *_: Any, **__: Any) -> bool:
        """Any name that can be read; it is not believed."""
        request.client = App(client_id)
        return bool(_CLIENT.fullmatch(client_id))

    def authenticate_client_id(self, client_id: str | None, request: Any, *_: Any) -> bool:
        """The same."""
        return self.validate_client_id(client_id or "", request)

    def client_authentication_required(self, request: Any, *_: Any, **__: Any) -> bool:
        """No app has a secret."""
        return False

    def validate_redirect_uri(self, client_id: str, uri: str, *_: Any, **__: Any) -> bool:
        """By the address itself."""
        return redirects.is_allowed(uri)

    def get_default_redirect_uri(self, *_: Any, **__: Any) -> None:
        """There is none."""

    def validate_response_type(self, client_id: str, kind: str, *_: Any, **__: Any) -> bool:
        """A code, and nothing beside it."""
        return kind == "code"

    def is_pkce_required(self, *_: Any) -> bool:
        """Always."""
        return True

    def get_default_scopes(self, *_: Any, **__: Any) -> list[str]:
        """Return the scopes of an app that asks for none."""
        return [Scope.READ.value]

    def validate_scopes(self, client_id: str, scopes: Collection[str], *_: Any, **__: Any) -> bool:
        """Those of access tokens."""
        return set(scopes) <= set(Scope.values)

    def save_authorization_code(self, client_id: str, code: dict[str, str], request: Any) -> None:
        """Raises NoToken."""
        asked = grants.Asked(
            client_id, request.redirect_uri, request.scopes, request.code_challenge
        )
        grants.allow(user=request.user, code=code["code"], asked=asked, now=timezone.now())

    def validate_grant_type(self, *_: Any, **__: Any) -> bool:
        """The two there are."""
        return True

    def validate_code(self, client_id: str, code: str, client: App, request: Any) -> bool:
        """A code of this app that was not used before."""
        return self._is_held(grants.CODE, code, request)

    def validate_refresh_token(self, refresh_token: str, client: App, request: Any) -> bool:
        """The newest refresh token of a sign-in of this app."""
        return self._is_held(grants.REFRESH, refresh_token, request)

    def _is_held(self, kind: str, shown: str, request: Any) -> bool:
        request.grant, request.shown = grants.held_by(kind, shown, timezone.now()), shown
        if request.grant is None or request.grant.client_id != request.client_id:
            return False
        request.user, request.scopes = request.grant.user, request.grant.scopes.split()
        return True

    def get_code_challenge(self, code: str, request: Any) -> str:
        """As it was asked with."""
        return str(request.grant.challenge)

    def get_code_challenge_method(self, code: str, request: Any) -> str:
        """The one there is."""
        return "S256"

    def confirm_redirect_uri(
        self, client_id: str, code: str, uri: str, client: App, request: Any
    ) -> bool:
        """The very address that the code was sent to. Raises InvalidGrantError (RFC 6749, 5.2)."""
        if uri != request.grant.redirect_uri:
            raise InvalidGrantError(request=request)
        return True

    def get_original_scopes(self, refresh_token: str, request: Any) -> list[str]:
        """Return the scopes that were allowed."""
        return list(request.scopes)

    def save_bearer_token(self, token: dict[str, str], request: Any) -> None:
        """In the place of what the app had."""
        now = timezone.now()
        grants.hand_out(request.grant, token["access_token"], token["refresh_token"], now)

    def invalidate_authorization_code(self, *_: Any) -> None:
        """Done above, in the same step."""

    def revoke_token(self, token: str, hint: str | None, request: Any) -> None:
        """The whole sign-in, by either of its tokens."""
        grants.end(request.client_id, token)


_RULES = Rules()
_BEARER = BearerToken(
    _RULES,
    token_generator=lambda request: grants.new_token(),
    refresh_token_generator=lambda request: grants.next_refresh_token(request.shown),
    expires_in=int(grants.TOKEN_LIVES.total_seconds()),
)
_CODES = CodeGrant(_RULES, pre_auth=[_asks_well], pre_token=[_proves_well])
_REFRESHES = RefreshTokenGrant(_RULES, post_token=[_keeps_its_scopes])
AUTHORIZATION = AuthorizationEndpoint("code", _BEARER, {"code": _CODES})
TOKENS = TokenEndpoint(
    "authorization_code", _BEARER, {"authorization_code": _CODES, "refresh_token": _REFRESHES}
)
REVOCATION = RevocationEndpoint(_RULES)
