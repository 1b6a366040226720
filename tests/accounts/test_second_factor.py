from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sign_in import second_factor
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

PERIOD = 30  # seconds


def code_now(secret: str, periods: int = 0) -> str:
    counter = int(timezone.now().timestamp()) // PERIOD + periods
    return str(format_hotp_value(hotp_value(secret, counter)))


def set_up(browser: Client) -> tuple[str, list[str]]:
    """Switches the second factor on; the secret and the recovery codes."""
    page = browser.get("/accounts/2fa/totp/activate/")
    secret = page.context["form"].secret
    answer = browser.post("/accounts/2fa/totp/activate/", {"code": code_now(secret)})
    assert answer.status_code == 302, answer.content.decode()
    codes = re.findall(r"\d{5}(?:-\d{5}){4}", browser.get(answer["Location"]).content.decode())
    return secret, codes


@pytest.fixture
def with_factor(
    ann: User, confirmed: Callable[..., Client], clock: Any
) -> tuple[Client, str, list[str]]:
    browser = confirmed(ann)
    secret, codes = set_up(browser)
    clock.shift(120)
    return browser, secret, codes


def give_password(name: str = "Ann") -> Client:
    client = Client()
    answer = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    return client


def give_code(client: Client, code: str) -> Any:
    return client.post("/accounts/2fa/authenticate/", {"code": code})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_setting_it_up_takes_the_password_again(ann: User, signed_in: Any) -> None:
    answer = signed_in(ann).get("/accounts/2fa/totp/activate/")
    assert answer["Location"].startswith("/accounts/reauthenticate/")


def test_the_password_alone_is_no_longer_enough(with_factor: Any) -> None:
    client = give_password()
    assert not is_in(client)
    assert client.get("/settings/").status_code == 302


def test_the_code_shown_now_opens(with_factor: Any) -> None:
    client = give_password()
    assert give_code(client, code_now(with_factor[1]))["Location"] == "/desk/"
    assert is_in(client)


@pytest.mark.parametrize(
    ("periods", "opens"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_one_step_early_or_late_is_in_time(with_factor: Any, periods: int, opens: int) -> None:
    client = give_password()
    give_code(client, code_now(with_factor[1], periods))
    assert is_in(client) == opens


def test_a_code_is_good_once(with_factor: Any, clock: Any) -> None:
    code = code_now(with_factor[1])
    assert give_code(give_password(), code).status_code == 302
    clock.shift(PERIOD + 1)  # still within the tolerance
    again = give_password()
    assert give_code(again, code).status_code == 422
    assert not is_in(again)


@pytest.mark.parametrize("wide", [False, True])
def test_digits_of_any_width_and_blanks_between(with_factor: Any, wide: bool) -> None:
    code = code_now(with_factor[1])
    code = code.translate({ord("0") + n: ord("０") + n for n in range(10)}) if wide else code
    client = give_password()
    give_code(client, f" {code[:3]} {code[3:]} ")
    assert is_in(client)


def test_five_wrong_codes_make_a_pause(with_factor: Any, clock: Any) -> None:
    client = give_password()
    assert [give_code(client, "000000").status_code for _ in range(5)] == [422] * 5
    answer = give_code(client, code_now(with_factor[1]))
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    clock.shift(301)
    give_code(client, code_now(with_factor[1]))
    assert is_in(client)


@pytest.mark.parametrize("code", ["", "abc", "x" * 10_000, "\x00", "🍵", "１２", "-1", "0" * 64])
def test_odd_codes_are_refused(with_factor: Any, code: str) -> None:
    client = give_password()
    assert give_code(client, code).status_code == 422
    assert not is_in(client)


def test_a_recovery_code_opens_once(with_factor: Any) -> None:
    codes = with_factor[2]
    assert len(codes) == len(set(codes)) == 10
    first = give_password()
    give_code(first, codes[0])
    assert is_in(first)
    second = give_password()
    assert give_code(second, codes[0]).status_code == 422
    give_code(second, codes[1].replace("-", ""))
    assert is_in(second)


def test_recovery_codes_have_80_bits_and_are_shown_once(with_factor: Any) -> None:
    browser, _secret, codes = with_factor
    assert all(10 ** len(code.replace("-", "")) > 2**80 for code in codes)
    assert codes[0] not in browser.get("/accounts/2fa/recovery-codes/").content.decode()
    assert browser.get("/accounts/2fa/recovery-codes/download/").status_code in (403, 404)


def test_no_secret_lies_open_in_the_database(with_factor: Any, settings: Any) -> None:
    _browser, secret, _codes = with_factor
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key of the site, long enough for anybody to be content with"
    totp = Authenticator.objects.get(type=Authenticator.Type.TOTP)
    assert second_factor.MFAAdapter().decrypt(totp.data["secret"]) == secret


def test_a_new_secret_key_ends_no_sign_in(ann: User, signed_in: Any, settings: Any) -> None:
    browser = signed_in(ann)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key of the site, long enough for anybody to be content with"
    assert browser.get("/desk/").status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    settings.SECRET_KEY = "a third one, and the second is not among those that are still good"
    assert browser.get("/desk/").status_code == 302


def test_switching_it_on_tells_the_owner_and_ends_other_sign_ins(
    ann: User,
    signed_in: Any,
    confirmed: Any,
    post_box: Any,
) -> None:
    elsewhere, here = signed_in(ann), confirmed(ann)
    before = here.session.session_key
    set_up(here)
    assert post_box()[-1].subject == "Jinya: two-step sign-in is on"
    assert elsewhere.get("/settings/").status_code == 302
    assert here.get("/settings/").status_code == 200
    assert here.session.session_key != before


def test_it_can_be_switched_off(with_factor: Any, ann: User, post_box: Any) -> None:
    browser, _secret, _codes = with_factor
    browser.post("/accounts/2fa/totp/deactivate/")
    assert not second_factor.is_set_up(ann)
    assert post_box()[-1].subject == "Jinya: two-step sign-in is off"


def test_staff_cannot_switch_it_off(with_factor: Any, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    answer = with_factor[0].post("/accounts/2fa/totp/deactivate/")
    assert "Staff must use two-step sign-in" in answer.content.decode()
    assert second_factor.is_set_up(ann)


def test_a_reset_password_does_not_skip_it(with_factor: Any, ann: User, post_box: Any) -> None:
    Client().post("/accounts/password/reset/", {"email": ann.email})
    link = re.search(r"testserver(/accounts/password/reset/key/\S+)", post_box()[-1].body)
    assert link
    client = Client()
    page = client.get(link[1])["Location"]
    client.post(page, {"password1": "nine lanterns glow"})
    assert not is_in(client)
    answer = client.post("/accounts/login/", {"login": "Ann", "password": "nine lanterns glow"})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
