"""A library of others signs an app in by what the site says of itself, and asks the API."""

from __future__ import annotations

from typing import Any

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

from tests.kit.browsing import browser
from tests.kit.builders import person

BACK = "http://127.0.0.1:9/back"


@pytest.mark.django_db(transaction=True)
def test_a_library_signs_in_renews_and_signs_out(
    site: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")
    settings.SITE_URL = site.url
    address = f"{site.url}/.well-known/oauth-authorization-server"
    found = requests.get(address, timeout=60).json()
    metadata = AuthorizationServerMetadata(found)
    for claim in metadata.REGISTRY_KEYS:
        if claim != "issuer":  # of a site on this machine, it is not https
            getattr(metadata, f"validate_{claim}", lambda: None)()
    app = OAuth2Session(
        "a-library",
        redirect_uri=BACK,
        scope="read",
        code_challenge_method="S256",
        token_endpoint_auth_method="none",
        token_endpoint=found["token_endpoint"],
        revocation_endpoint_auth_method="none",
    )
    verifier = generate_token(48)
    asked, state = app.create_authorization_url(
        found["authorization_endpoint"], code_verifier=verifier
    )
    mika = person("Mika")
    answer = browser(mika).post(asked.removeprefix(site.url), {"do": "allow"})
    token = app.fetch_token(
        authorization_response=answer["Location"], state=state, code_verifier=verifier
    )
    account = f"{site.url}/api/v1/account"
    assert app.get(account, timeout=60).json()["name"] == "Mika"
    renewed = app.refresh_token(found["token_endpoint"], token["refresh_token"])
    assert app.get(account, timeout=60).json()["token"]["scopes"] == ["read"]
    assert (
        app.revoke_token(found["revocation_endpoint"], renewed["refresh_token"]).status_code == 200
    )
    assert app.get(account, timeout=60).status_code == 401
