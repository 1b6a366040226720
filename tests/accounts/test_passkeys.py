"""Passkeys, as far as they show without a device; the device is in tests/e2e/test_passkeys.py."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone

from accounts import second_factor
from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

ADD, SIGN_IN = "/accounts/2fa/webauthn/add/", "/accounts/2fa/webauthn/login/"
NONSENSE = ["", "{", "[]", "7", '"x"', "{}", '{"id": 1}', '{"response": {"userHandle": "AAAA"}}']
NONSENSE += ['{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": []}']


def passkey(user: User) -> Authenticator:
    return Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "phone", "credential": {}}
    )


@pytest.mark.parametrize("credential", NONSENSE)
def test_nonsense_signs_nobody_in(client: Client, ann: User, credential: str) -> None:
    client.get(SIGN_IN, headers={"accept": "application/json"})
    answer = client.post(SIGN_IN, {"credential": credential})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("credential", NONSENSE)
def test_nonsense_becomes_no_passkey(
    confirmed: Callable[..., Client], ann: User, credential: str
) -> None:
    client = confirmed(ann)
    assert client.get(ADD).status_code == 200
    assert client.post(ADD, {"name": "phone", "credential": credential}).status_code == 422
    assert not Authenticator.objects.exists()


def test_what_is_to_be_signed_comes_to_a_script(client: Client) -> None:
    answer = client.get(SIGN_IN, headers={"accept": "application/json"})
    asked = answer.json()["request_options"]["publicKey"]
    assert asked["userVerification"] == "required"
    assert asked["rpId"] == "testserver"


def test_the_password_opens_as_before(signed_in: Callable[..., Client], ann: User) -> None:
    passkey(ann)
    client = signed_in(ann)
    assert client.session["_auth_user_id"] == str(ann.pk)


def test_nobody_reaches_the_passkey_of_another(
    confirmed: Callable[..., Client], ann: User, bob: User
) -> None:
    theirs = passkey(ann)
    client = confirmed(bob)
    for page in ("remove", "edit"):
        path = f"/accounts/2fa/webauthn/keys/{theirs.pk}/{page}/"
        assert (client.get(path).status_code, client.post(path).status_code) == (404, 404)
    assert Authenticator.objects.filter(pk=theirs.pk).exists()


def test_taking_an_account_back_ends_the_passkey_of_the_thief_alone(ann: User) -> None:
    own, stolen = passkey(ann), passkey(ann)
    now = timezone.now()
    Authenticator.objects.filter(pk=own.pk).update(created_at=now - timedelta(days=30))
    assert second_factor.end_since(ann, now - timedelta(days=3))
    assert [row.pk for row in Authenticator.objects.all()] == [own.pk]
    assert stolen.pk != own.pk


def test_whoever_registers_is_offered_one(client: Client) -> None:
    data = {"username": "Carol", "password1": PASSWORD, "email": "", "time_zone": ""}
    client.post("/accounts/signup/", data)
    assert ADD in client.get("/desk/").content.decode()
    assert ADD not in client.get("/desk/").content.decode(), "it is said once"
    assert client.get(ADD).status_code == 200
