"""Passkeys, as far as they show without a device; the device is in tests/e2e/test_passkeys.py."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from fido2.cose import ES256
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    RegistrationResponse,
)

from accounts.models import Letter, User
from accounts.sign_in import second_factor
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

ADD, SIGN_IN = "/accounts/2fa/webauthn/add/", "/accounts/2fa/webauthn/login/"
CONFIRM = "/accounts/2fa/webauthn/reauthenticate/"
NO_LUCK = "The passkey was not used. Try again, or use your password."
NONSENSE = ["", "{", "[]", "7", '"x"', "{}", '{"id": 1}', '{"response": {"userHandle": "AAAA"}}']
NONSENSE += ['{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": []}']


def passkey(user: User) -> Authenticator:
    """A passkey of *user* on a device that is not here."""
    kind = Authenticator.Type.WEBAUTHN
    data = {"name": "phone", "credential": registration()}
    return Authenticator.objects.create(user=user, type=kind, data=data)


def registration() -> dict[str, Any]:
    """What a device says that has made a passkey."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    made = AttestedCredentialData.create(Aaguid.NONE, b"passkey", key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(sha256(b"testserver").digest(), flags, 0, made)
    asked = CollectedClientData.create("webauthn.create", b"challenge", "https://testserver")
    answer = AuthenticatorAttestationResponse(
        client_data=asked, attestation_object=AttestationObject.create("none", data, {})
    )
    return dict(RegistrationResponse(raw_id=b"passkey", response=answer))


def shown(answer: Any) -> list[str]:
    """The errors on a page, as they are read."""
    return re.findall(
        r'<div class="notice error" role="alert"><ul.*?><li>(.*?)</li></ul></div>',
        answer.content.decode(),
        re.DOTALL,
    )


@pytest.mark.parametrize("credential", NONSENSE)
def test_nonsense_signs_nobody_in(client: Client, ann: User, credential: str) -> None:
    client.get(SIGN_IN, headers={"accept": "application/json"})
    answer = client.post(SIGN_IN, {"next": "/archive/", "credential": credential})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=%2Farchive%2F")
    assert "_auth_user_id" not in client.session
    page = client.get(answer["Location"]).content.decode().partition("</header>")[2]
    assert NO_LUCK in page.split("<form")[0]


@pytest.mark.parametrize("credential", NONSENSE)
def test_nonsense_becomes_no_passkey(
    confirmed: Callable[..., Client], ann: User, credential: str
) -> None:
    client = confirmed(ann)
    assert client.get(ADD).status_code == 200
    answer = client.post(ADD, {"name": "phone", "credential": credential})
    assert (answer.status_code, shown(answer)) == (422, [NO_LUCK])
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("credential", NONSENSE)
def test_nonsense_confirms_nobody_and_is_asked_for_again(
    signed_in: Callable[..., Client], ann: User, credential: str
) -> None:
    passkey(ann)
    client = signed_in(ann)
    assert client.get(CONFIRM, {"next": "/archive/"}).status_code == 200
    answer = client.post(CONFIRM, {"next": "/archive/", "credential": credential})
    assert (answer.status_code, shown(answer)) == (422, [NO_LUCK])
    assert '<input type="hidden" name="next" value="/archive/">' in answer.content.decode()
    assert client.get(ADD)["Location"].startswith("/accounts/reauthenticate/")


@pytest.mark.parametrize("path", [ADD, CONFIRM])
def test_no_button_can_be_pressed_before_the_script_is_there(
    confirmed: Callable[..., Client], ann: User, path: str
) -> None:
    passkey(ann)
    page = confirmed(ann).get(path).content.decode()
    assert page.count('<button class="button primary" type="submit" disabled>') == 1


def test_nonsense_that_would_lead_elsewhere_leads_to_the_form(client: Client) -> None:
    answer = client.post(SIGN_IN, {"next": "https://elsewhere.example/", "credential": "{}"})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")


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


@pytest.mark.django_db
@pytest.mark.parametrize("with_passkeys", [True, False])
def test_the_second_step_ends_with_passkeys_or_without_and_the_mail_says_which(
    ann: User, with_passkeys: bool
) -> None:
    for kind in Authenticator.Type.values:
        Authenticator.objects.create(user=ann, type=kind, data={})
    assert second_factor.end(ann, with_passkeys=with_passkeys)
    left = list(Authenticator.objects.filter(user=ann).values_list("type", flat=True))
    assert left == ([] if with_passkeys else [Authenticator.Type.WEBAUTHN])
    body = Letter.objects.get().body
    assert ("Your passkeys were deleted." in body) is with_passkeys
    assert ("Your passkeys stay" in body) is not with_passkeys
