"""The OpenID Connect of allauth, of which every answer is checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jwt
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

from accounts.providers import discovery
from accounts.providers.discovery import Refused

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]
LEEWAY = 60  # seconds the clock of a provider may be off
LONGEST_SUBJECT = 191  # signs, as the column has


@contextmanager
def soundly() -> Iterator[None]:
    """Take what cannot be read for a refusal: it is no fault of ours."""
    try:
        yield
    except jwt.PyJWTError as error:
        raise Refused(f"no good id token ({type(error).__name__})") from error
    except (ImproperlyConfigured, LookupError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"not to be read ({type(error).__name__})") from error


class HouseAdapter(OpenIDConnectOAuth2Adapter):
    """The adapter for one provider, during one request."""

    @property
    def openid_config(self) -> dict[str, Any]:
        """Return where the provider does what."""
        named = {provider.name: provider for provider in settings.OIDC}
        return discovery.configuration(named[self.provider_id])

    def get_access_token_data(self, *args: Any, **kwargs: Any) -> Any:
        with soundly():
            return super().get_access_token_data(*args, **kwargs)

    def parse_token(self, data: Any) -> SocialToken:
        """It is used once, and nowhere kept."""
        with soundly():
            return SocialToken(token=str(data["access_token"]))

    def complete_login(
        self, request: HttpRequest, app: SocialApp, token: SocialToken, **kwargs: Any
    ) -> SocialLogin:
        """Return who signs in there, by an id token that was signed for us."""
        with soundly():
            claims = self._decode_id_token(app, kwargs["response"]["id_token"])
            said = {}
            if "userinfo_endpoint" in self.openid_config:
                said = self._fetch_user_info(token.token)
                if said["sub"] != claims["sub"]:
                    raise Refused("user info of somebody else")
            return self.get_provider().sociallogin_from_response(request, {**claims, **said})

    def _decode_id_token(self, app: SocialApp, id_token: str) -> dict[str, Any]:
        config = self.openid_config
        found = jwt.PyJWKSet.from_dict(discovery.keys(config["jwks_uri"])).keys
        wanted = jwt.get_unverified_header(id_token).get("kid")
        fitting = [key for key in found if wanted in (None, key.key_id)]
        if len(fitting) != 1:
            raise Refused("signed by no key of theirs")
        claims: dict[str, Any] = jwt.decode(
            id_token,
            fitting[0],
            algorithms=ALGORITHMS,
            audience=app.client_id,
            issuer=config["issuer"],
            leeway=LEEWAY,
            options={"require": ["exp", "iat", "iss", "aud", "sub"]},
        )
        if claims.get("azp", app.client_id) != app.client_id:
            raise Refused("an id token for somebody else")
        return claims


class HouseProvider(OpenIDConnectProvider):
    """One service, of which nothing is taken over but who somebody is, a name and an address."""

    oauth2_adapter_class = HouseAdapter

    def get_redirect_from_request_kwargs(self, request: HttpRequest) -> dict[str, Any]:
        """Nobody who asks chooses what is asked of the provider."""
        asked = super().get_redirect_from_request_kwargs(request)
        process = "connect" if request.POST.get("process") == "connect" else "login"
        kept = {name: asked[name] for name in ("next_url",) if name in asked}
        return {**kept, "process": process}

    def extract_uid(self, data: dict[str, Any]) -> str:
        subject = data["sub"]
        if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT:
            raise Refused("no subject that can be kept")
        if not subject.isprintable():
            raise Refused("no subject that can be kept")
        return subject

    def extract_extra_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """Nothing else is kept."""
        return {}

    def extract_common_fields(self, data: dict[str, Any]) -> dict[str, Any]:
        name = data.get("preferred_username")
        return {"username": name[:100] if isinstance(name, str) else ""}

    def extract_email_addresses(self, data: dict[str, Any]) -> list[EmailAddress]:
        """Only an address that was proved there: any other is a claim of whoever signs in."""
        address = data.get("email")
        if data.get("email_verified") is not True or not isinstance(address, str):
            return []
        return [EmailAddress(email=address.lower(), verified=True, primary=True)]
