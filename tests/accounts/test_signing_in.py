from __future__ import annotations

import re
from typing import Any
from unicodedata import normalize

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_in(client: Client, login: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": login, "password": password, **more})


@pytest.mark.parametrize(
    "login",
    [
        *("Ann", "ann", "ＡＮＮ", " ann ", "ann\u200b", "\ufeffAnn"),
        *(
            "ann@jinya.example",
            "Ann@Jinya.Example",
            "ann＠jinya.example",
            "ａｎｎ＠ｊｉｎｙａ．ｅｘａｍｐｌｅ",
        ),
        *("ann@jinya.example\u200b", "\ufeffann@jinya.example"),
    ],
)
def test_any_spelling_of_the_name_or_the_address(client: Client, ann: User, login: str) -> None:
    answer = sign_in(client, login)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")
    assert client.session["_auth_user_id"] == str(ann.pk)


ACCENTED = "mañana größe été 42"


@pytest.mark.parametrize("kept", ["NFC", "NFD"])
@pytest.mark.parametrize("typed", ["NFC", "NFD"])
def test_a_password_is_the_same_however_a_device_composes_accents(
    client: Client, ann: User, kept: Any, typed: Any
) -> None:
    ann.set_password(normalize(kept, ACCENTED))
    ann.save()
    blanks = normalize(typed, ACCENTED).replace(" ", "\u3000")
    assert sign_in(client, "Ann", blanks).status_code == 302


def test_a_password_from_before_it_was_normalised_still_works(client: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(password=make_password(normalize("NFD", ACCENTED)))
    assert sign_in(client, "Ann", normalize("NFD", ACCENTED)).status_code == 302


def test_a_name_that_only_looks_alike_is_another(client: Client, ann: User) -> None:
    assert sign_in(client, "Αnn").status_code == 422


def test_an_address_that_is_not_confirmed_opens_nothing(client: Client, bob: User) -> None:
    EmailAddress.objects.create(user=bob, email="bob@jinya.example", primary=True)
    assert sign_in(client, "bob@jinya.example").status_code == 422


def test_the_unconfirmed_address_of_another_is_no_way_in(
    client: Client, ann: User, bob: User
) -> None:
    EmailAddress.objects.create(user=bob, email=ann.email, primary=True)
    bob.set_password("another kettle, another song")
    bob.save()
    assert sign_in(client, ann.email, "another kettle, another song").status_code == 422
    assert sign_in(client, ann.email).status_code == 302


def test_a_wrong_password_and_an_unknown_name_get_the_same_page(client: Client, ann: User) -> None:
    known, unknown = sign_in(client, "Ann", "x" * 12), sign_in(client, "Zoe", "x" * 12)
    assert known.status_code == unknown.status_code == 422
    assert _without_what_was_typed(known, "Ann") == _without_what_was_typed(unknown, "Zoe")


def test_a_closed_account_says_so_to_its_owner_only(client: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert sign_in(client, "Ann", "x" * 12).status_code == 422
    assert sign_in(client, "Ann")["Location"] == "/accounts/inactive/"
    assert "_auth_user_id" not in client.session
    assert client.get("/accounts/inactive/").status_code == 200


def test_closing_an_account_ends_its_sessions_at_once(ann: User, signed_in: Any) -> None:
    browser = signed_in(ann)
    assert browser.get("/settings/").status_code == 200
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert browser.get("/settings/").status_code == 302


@pytest.mark.parametrize(
    "odd",
    [
        "  leading and trailing  ",
        "絵文字と日本語のパスワード",
        "🍵🍶🍵🍶🍘🍡🍵🍶🍵🍶🍘🍡",
        "e\u0301t\u0323u\u0308 combining marks",
        "<script>alert(1)</script>",
        "tab\tand 'quotes' \"twice\"",
        "x7-" * 42 + "ab",
    ],
)
def test_odd_passwords_work_as_they_are(client: Client, odd: str) -> None:
    User.objects.create_user("Odd", odd)
    assert sign_in(client, "Odd", odd.strip() + "?").status_code == 422
    assert sign_in(client, "Odd", odd).status_code == 302


def test_nothing_is_cut_off_a_long_password(client: Client) -> None:
    password = "seven kettles " * 9 + "ab"
    assert len(password) == 128
    User.objects.create_user("Long", password)
    assert sign_in(client, "Long", password[:-1] + "c").status_code == 422
    assert sign_in(client, "Long", password).status_code == 302


@pytest.mark.parametrize(
    "wanted",
    [
        "https://evil.example/",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "http:evil.example",
        "https:///evil.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "//evil.example/desk/",
        "https://testserver@evil.example/",
        "http://testserver.evil.example/",
        "\x00//evil.example",
        " //evil.example",
        "\t//evil.example",
        "//\tevil.example",
        "https://evil.example\\@testserver/",
        "ftp://testserver/",
        "//[::1]/",
        "http://[evil",
    ],
)
def test_next_never_leads_off_the_site(client: Client, ann: User, wanted: str) -> None:
    answer = sign_in(client, "Ann", next=wanted)
    assert answer.status_code in (302, 422)
    assert answer.headers.get("Location", "/desk/") == "/desk/"


def test_next_leads_where_one_was_going(client: Client, ann: User) -> None:
    assert sign_in(client, "Ann", next="/archive/?page=2")["Location"] == "/archive/?page=2"


def test_signing_in_takes_a_token(ann: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert sign_in(strict, "Ann").status_code == 403


def test_the_session_gets_a_new_name_at_sign_in(client: Client, ann: User) -> None:
    client.post("/theme/", {"theme": "dark"})
    session = client.session
    session["planted"] = "1"
    session.save()
    before = session.session_key
    sign_in(client, "Ann")
    assert client.session.session_key != before


def _without_what_was_typed(answer: Any, typed: str) -> str:
    page: str = answer.content.decode().replace(f'value="{typed}"', 'value=""')
    return re.sub(r"\b\w{64}\b", "", page)  # tokens
