"""Who guesses passwords is stopped, and who owns the account is not."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from accounts.sign_in import limits
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def guess(
    login: str = "Ann", password: str = "wrong kettle", client: Client | None = None, **extra: Any
) -> Any:
    return (client or Client()).post(
        "/accounts/login/", {"login": login, "password": password}, **extra
    )


def test_ten_wrong_in_a_quarter_of_an_hour(ann: User, clock: Any) -> None:
    assert [guess().status_code for _ in range(10)] == [422] * 10
    answer = guess()
    assert answer.status_code == 429
    assert answer["Retry-After"] == "900"
    assert "15 minutes" in answer.content.decode()
    assert guess(password=PASSWORD).status_code == 429, "not even the right one"
    clock.shift(901)
    assert guess(password=PASSWORD).status_code == 302


def test_all_spellings_of_one_account_count_together(ann: User) -> None:
    for login in ["Ann", "ann", "ＡＮＮ", " ann", "ann@jinya.example"] * 2:
        assert guess(login).status_code == 422
    assert guess("ANN@jinya.example").status_code == 429


def test_of_2000_guesses_in_an_hour_at_most_50_are_looked_at(
    ann: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "too_many", lambda *asked: HttpResponse(status=429))
    looked_at = 0
    for number in range(2000):
        request = RequestFactory(REMOTE_ADDR=f"10.0.{number % 50}.1").post("/accounts/login/")
        with contextlib.suppress(ImmediateHttpResponse):
            limits.spend_sign_in(request, "Ann")
            looked_at += 1
        clock.shift(1.79)
    assert looked_at == 40  # ten in each quarter of the hour


def test_so_many_in_an_hour_and_no_more(ann: User, clock: Any, settings: Any) -> None:
    rates = {"sign_in": "99/15m/key", "sign_in_hour": "5/h/key"}
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **rates}
    assert [guess().status_code for _ in range(6)] == [422] * 5 + [429]
    assert guess()["Retry-After"] == "3600"


def test_a_right_password_is_not_counted(ann: User) -> None:
    for _ in range(12):
        assert guess(password=PASSWORD).status_code == 302


def test_an_unknown_name_is_counted_like_a_known_one(ann: User) -> None:
    assert [guess("Nobody Here").status_code for _ in range(11)] == [422] * 10 + [429]


def test_the_owner_gets_in_on_a_known_device_during_an_attack(ann: User, signed_in: Any) -> None:
    home = signed_in(ann)
    home.post("/accounts/logout/")
    while guess().status_code != 429:
        pass
    for _ in range(20):
        assert guess(password=PASSWORD, client=home).status_code == 302
        home.post("/accounts/logout/")
    assert guess(password=PASSWORD).status_code == 429, "still under attack"


def test_a_known_device_has_a_limit_too(ann: User, signed_in: Any) -> None:
    home = signed_in(ann)
    home.post("/accounts/logout/")
    assert [guess(client=home).status_code for _ in range(11)] == [422] * 10 + [429]


def test_a_device_of_one_is_not_a_device_of_another(ann: User, bob: User, signed_in: Any) -> None:
    home = signed_in(bob)
    home.post("/accounts/logout/")
    for _ in range(10):
        guess(client=home)
    assert guess(client=home).status_code == 429


@pytest.mark.parametrize(
    "change", [lambda text: text[:-1] + "x", lambda text: "x" * 5000, lambda text: ""]
)
def test_a_forged_device_is_unknown(ann: User, signed_in: Any, change: Any) -> None:
    home = signed_in(ann)
    home.post("/accounts/logout/")
    home.cookies["device"] = change(home.cookies["device"].value)
    for _ in range(10):
        guess()
    assert guess(client=home).status_code == 429


def test_three_hundred_from_one_address_in_ten_minutes(ann: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sign_in_ip": "3/10m/ip"}
    answers = [guess(f"Person {number} x").status_code for number in range(4)]
    assert answers == [422, 422, 422, 429]
    assert guess("Person y", REMOTE_ADDR="10.9.9.9").status_code == 422


@pytest.mark.parametrize(
    "header", ["x-forwarded-for", "x-real-ip", "forwarded", "client-ip", "x-client-ip"]
)
def test_no_header_changes_the_address(ann: User, settings: Any, header: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sign_in_ip": "3/10m/ip"}
    answers = [
        guess(f"Person {number} x", headers={header: f"10.0.0.{number}"}).status_code
        for number in range(4)
    ]
    assert answers[-1] == 429


def test_behind_a_trusted_proxy_its_word_counts(ann: User, settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sign_in_ip": "3/10m/ip"}
    for number in range(4):
        forged = f"1.2.3.{number}, 10.0.0.{number}"
        assert guess(f"Person {number} x", headers={"x-forwarded-for": forged}).status_code == 422


def test_the_whole_site_has_a_limit(ann: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sign_in_site": "3/10m/key"}
    answers = [
        guess(f"Person {number} x", REMOTE_ADDR=f"10.0.{number}.1").status_code
        for number in range(4)
    ]
    assert answers == [422, 422, 422, 429]


def test_giving_the_password_again_is_limited_like_signing_in(ann: User, signed_in: Any) -> None:
    browser = signed_in(ann)
    answers = [
        browser.post("/accounts/reauthenticate/", {"password": "wrong kettle"}).status_code
        for _ in range(11)
    ]
    assert answers == [422] * 10 + [429]
