"""Staff set up their first factor with a code from the operator or from superusers, once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import StaffCode, User
from accounts.sign_in import staff_codes
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_second_factor import code_now

pytestmark = pytest.mark.django_db

PAGE = "/accounts/2fa/totp/activate/"


@pytest.fixture
def ken(db: None) -> User:
    return User.objects.create_superuser("Ken", PASSWORD)


@pytest.fixture
def browser(ken: User, confirmed: Any) -> Client:
    """Whoever knows the password of Ken."""
    client: Client = confirmed(ken)
    return client


def try_to_set_up(browser: Client, staff_code: str | None) -> int:
    secret = browser.get(PAGE).context["form"].secret
    form = {"code": code_now(secret)} | ({} if staff_code is None else {"staff_code": staff_code})
    return browser.post(PAGE, form).status_code


def has_factor(user: User) -> bool:
    return Authenticator.objects.filter(user=user).exists()


@pytest.mark.parametrize("typed", [None, "", "x", "A" * 24, "\x00", "é" * 24])
def test_the_password_alone_sets_nothing_up(ken: User, browser: Client, typed: str | None) -> None:
    staff_codes.give(ken, timezone.now())
    assert try_to_set_up(browser, typed) in (400, 422)
    assert not has_factor(ken)


def test_a_code_of_the_operator_does(
    ken: User, browser: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("staff_code", "Ken")
    code = capsys.readouterr().out.strip()
    assert re.fullmatch(r"[A-Z2-7]{6}(-[A-Z2-7]{6}){3}", code)
    assert code not in StaffCode.objects.get().digest
    assert try_to_set_up(browser, code.lower().replace("-", " ")) == 302
    assert has_factor(ken)
    assert not StaffCode.objects.exists(), "it was good once"


def test_a_wrong_code_of_the_app_does_not_use_it_up(ken: User, browser: Client) -> None:
    code = staff_codes.give(ken, timezone.now())
    browser.get(PAGE)
    assert browser.post(PAGE, {"code": "000000", "staff_code": code}).status_code == 422
    assert try_to_set_up(browser, code) == 302


@pytest.mark.parametrize(("hours", "works"), [(23, True), (25, False)])
def test_it_is_good_for_a_day(
    ken: User, confirmed: Any, clock: Any, hours: int, works: bool
) -> None:
    code = staff_codes.give(ken, timezone.now())
    clock.shift(hours * 60 * 60)
    assert (try_to_set_up(confirmed(ken), code) == 302) == works
    assert has_factor(ken) == works


def test_a_code_of_one_is_no_code_of_another(ken: User, browser: Client) -> None:
    other = User.objects.create_superuser("Mei", PASSWORD)
    code = staff_codes.give(other, timezone.now())
    assert try_to_set_up(browser, code) == 422


def test_a_newer_code_ends_it(ken: User, browser: Client) -> None:
    older, newer = (staff_codes.give(ken, timezone.now()) for _ in range(2))
    assert try_to_set_up(browser, older) == 422
    assert try_to_set_up(browser, newer) == 302


def test_players_need_none(ann: User, confirmed: Any) -> None:
    browser = confirmed(ann)
    assert "staff_code" not in browser.get(PAGE).content.decode()
    assert try_to_set_up(browser, None) == 302


def test_a_superuser_with_a_factor_gives_one(ken: User, browser: Client, client: Client) -> None:
    mei = User.objects.create_superuser("Mei", PASSWORD)
    TOTP.activate(mei, "JBSWY3DPEHPK3PXP")
    client.force_login(mei)
    data = {"action": "give_staff_code", "_selected_action": [str(ken.pk), str(mei.pk)]}
    page = client.post("/admin/accounts/user/", data, follow=True).content.decode()
    (code,) = re.findall(r"[A-Z2-7]{6}(?:-[A-Z2-7]{6}){3}", page)
    assert try_to_set_up(browser, code) == 302
