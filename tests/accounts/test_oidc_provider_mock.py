"""Signing in by a service that others have written (oidc-provider-mock, on Authlib and Flask)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from oidc_provider_mock import run_server_in_thread

from accounts.models import User
from config.oidc import Provider
from games.management import doctor
from tests.accounts.test_providers import NAME, choose, is_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore:get_jwt_config:DeprecationWarning"),  # it calls Authlib so
]
BACK = "http://testserver/accounts/by/school/back/"


@pytest.fixture
def school(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    """One where we are registered, and known by a secret that it has made."""
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")  # plain http: on this machine alone
    with (
        run_server_in_thread(require_client_registration=True) as server,
        httpx.Client(base_url=f"http://localhost:{server.server_port}") as browser,
    ):
        us = browser.post("/oauth2/clients", json={"redirect_uris": [BACK]}).json()
        at = str(browser.base_url)
        settings.OIDC = (Provider("school", "School", at, us["client_id"], us["client_secret"]),)
        yield browser


def go(school: httpx.Client, client: Client, person: str, **form: str) -> Any:
    """Press our button, sign in there as *person*, and come back."""
    away = client.post("/accounts/by/school/", form).context["away"]
    answer = school.post(away, data={"sub": person})
    back = urlsplit(answer.headers["Location"])
    return client.get(f"{back.path}?{back.query}")


def test_somebody_new_chooses_a_name_and_comes_again(school: httpx.Client, client: Client) -> None:
    (found,) = doctor.sign_in()
    assert found.state == "fine"
    claims = {"preferred_username": "caro", "email": "c@school.example", "email_verified": True}
    school.put("/users/u-17", json=claims)
    assert go(school, client, "u-17")["Location"] == NAME
    assert 'value="caro"' in client.get(NAME).content.decode()
    choose(client, keeps_address="on")
    user = User.objects.get(name="Carol")
    assert is_in(client, user)
    assert user.email == "c@school.example"
    again = Client()
    assert go(school, again, "u-17")["Location"] == "/desk/"
    assert is_in(again, user)


@pytest.mark.parametrize("proved", [True, False, None])
def test_an_address_takes_nobodys_account_over(
    school: httpx.Client, client: Client, ann: User, proved: bool | None
) -> None:
    school.put("/users/u-17", json={"email": "ann@jinya.example", "email_verified": proved})
    assert go(school, client, "u-17")["Location"] == NAME
    choose(client, keeps_address="on")
    assert is_in(client, User.objects.get(name="Carol"))
    assert EmailAddress.objects.get().user == ann
    assert not SocialAccount.objects.filter(user=ann).exists()


def test_linking_and_unlinking(
    school: httpx.Client, confirmed: Callable[..., Client], ann: User
) -> None:
    client, other = confirmed(ann), Client()
    assert go(school, client, "u-17", process="connect")["Location"] == "/settings/security/"
    assert go(school, other, "u-17")["Location"] == "/desk/"
    assert is_in(other, ann)
    client.post("/settings/security/unlink/", {"which": SocialAccount.objects.get(user=ann).pk})
    assert not SocialAccount.objects.exists()
    assert go(school, Client(), "u-17")["Location"] == NAME


def test_a_wrong_secret_lets_nobody_in(school: httpx.Client, client: Client, settings: Any) -> None:
    (us,) = settings.OIDC
    settings.OIDC = (Provider(us.name, us.label, us.issuer, us.client, "another secret"),)
    assert go(school, client, "u-17")["Location"] == "/accounts/login/"
    assert "School does not answer" in client.get("/accounts/login/").content.decode()
