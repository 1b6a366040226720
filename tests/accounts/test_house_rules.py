"""What an operator may ask of those who sign up: an age, other names, an address that stays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.common import names
from accounts.models import User
from accounts.registration import disposable_addresses
from games.personal import services
from games.personal.selectors import ACCOUNT
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_names import code_of
from tests.accounts.test_registering import register
from tests.kit.builders import match_between, person, play
from tests.personal.test_personal import confirmed

pytestmark = pytest.mark.django_db

ASKED = "I am 16 years old or older."


def guest_browser() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("Guest 100000", is_guest=True))
    return client


def claim(client: Client, **fields: str) -> Any:
    return client.post("/claim/", {"username": "Mika", "password1": PASSWORD, **fields})


def test_nobody_is_asked_for_an_age_unless_the_operator_says_so(client: Client) -> None:
    for page in (client.get("/accounts/signup/"), guest_browser().get("/claim/")):
        assert 'name="of_age"' not in page.content.decode()
    assert register(client, of_age="on").status_code == 302
    assert User.objects.get(name="Carol").said_age is None


def test_whoever_signs_up_says_to_be_old_enough(client: Client, settings: Any) -> None:
    settings.MINIMUM_AGE = 16
    assert ASKED in client.get("/accounts/signup/").content.decode()
    for answer in ({}, {"of_age": ""}, {"of_age": "false"}):
        refused = register(client, **answer)
        assert refused.status_code == 422
        assert "for people of 16 years or older" in refused.content.decode()
    assert not User.objects.exists(), "of who is refused nothing is kept"
    assert register(client, of_age="on").status_code == 302
    assert User.objects.get().said_age == 16


def test_guests_who_sign_up_are_asked_too(settings: Any) -> None:
    settings.MINIMUM_AGE = 16
    client = guest_browser()
    assert ASKED in client.get("/claim/").content.decode()
    assert claim(client).status_code == 422
    user = User.objects.get()
    assert (user.is_guest, user.said_age) == (True, None)
    assert claim(client, of_age="on").status_code == 302
    user.refresh_from_db()
    assert (user.is_guest, user.said_age) == (False, 16)


def test_the_question_is_asked_in_japanese(client: Client, settings: Any) -> None:
    settings.MINIMUM_AGE = 16
    page = client.get("/accounts/signup/", headers={"accept-language": "ja"}).content.decode()
    assert "16歳以上です。" in page


def test_what_was_said_is_told_to_its_owner() -> None:
    assert "said_age" in ACCOUNT


@pytest.mark.parametrize(
    ("email", "is_known"),
    [
        ("ann@mailinator.com", True),
        ("ann@MAILINATOR.com", True),
        ("ann@box.mailinator.com.", True),
        ("ann@spamgourmet.com", True),
        ("ann@amailinator.example", False),
        ("mailinator.com@jinya.example", False),
        ("ann@gmail.com", False),
        ("ann@docomo.ne.jp", False),
        ("", False),
    ],
)
def test_throw_away_addresses_are_known(email: str, is_known: bool) -> None:
    assert disposable_addresses.is_disposable(email) == is_known


def test_the_operator_adds_domains(client: Client, settings: Any) -> None:
    settings.DISPOSABLE_DOMAINS = ["Gone.Example"]
    refused = register(client, email="carol@mail.gone.example")
    assert refused.status_code == 422
    assert "This looks like a throw-away e-mail address." in refused.content.decode()
    assert register(client, email="carol@stays.example").status_code == 302


def test_the_operator_adds_names(settings: Any) -> None:
    for name in ("Castle Club", "cast1e club", "城の会"):
        names.check_name(name)
    settings.RESERVED_NAMES = ["Castle Club", "城の会"]
    for name in ("Castle Club", "cast1e club", "CASTLE CLUB 7", "城の会"):
        assert code_of(name) == "name_reserved", name
    names.check_name("Castle")
    assert code_of("admin") == "name_reserved"


def test_what_was_said_goes_with_the_account() -> None:
    leaves = person("ann")
    User.objects.filter(pk=leaves.pk).update(said_age=16)
    play(match_between(leaves, person("bob")), "e3e4")
    confirmed(leaves).post("/my-data/leave/", {"do": "leave"})
    services.erase_due(timezone.now() + timedelta(days=15))
    gone = User.objects.get(pk=leaves.pk)
    assert gone.name.startswith("gone-")
    assert gone.said_age is None
