"""Access tokens: shown once, good for what was chosen, ended in many ways."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from accounts import mail, retention
from accounts.models import AccessToken, User
from accounts.sign_in import tokens
from accounts.sign_in.tokens import NoToken, make_token, revoke_all, token_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, PASSWORD, guest, person

pytestmark = pytest.mark.django_db
PAGE = "/settings/tokens/"
FORM = {"name": "reminders", "scopes": ["read", "notices"], "days": "30"}


def confirmed(user: User) -> Any:
    """A browser whose user has just given the password."""
    client = browser(user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def made(user: User, **changes: Any) -> tuple[AccessToken, str]:
    fields: dict[str, Any] = {"name": "mine", "scopes": ["read"], "days": 30, "now": NOON}
    return make_token(user=user, **{**fields, **changes})


def test_a_token_wants_the_password_again_is_shown_once_and_kept_as_a_digest() -> None:
    mika = person("Mika", email="mika@private.example")
    assert browser(mika).post(PAGE, FORM)["Location"].startswith("/accounts/reauthenticate/")
    client = confirmed(mika)
    answer = client.post(PAGE, FORM)
    [secret] = re.findall(r"jny_[\w-]{43}", answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    row = AccessToken.objects.get()
    assert row.user == mika
    assert row.scope_names == {"read", "notices"}
    assert secret not in str(vars(row))
    assert secret not in client.get(PAGE).content.decode()
    assert row.beginning in client.get(PAGE).content.decode()
    assert token_of(secret, timezone.now()) == row
    mail.send_due(timezone.now() + timedelta(minutes=5))
    assert "reminders" in outbox.outbox[-1].body


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"scopes": []}, {"scopes": ["all"]}, {"days": "4000"}]
)
def test_what_no_token_can_be(wrong: dict[str, Any]) -> None:
    answer = confirmed(person()).post(PAGE, {**FORM, **wrong})
    assert (answer.status_code, AccessToken.objects.count()) == (422, 0)


def test_revoked_it_opens_nothing_and_others_cannot_revoke_it() -> None:
    mika = person()
    row, secret = made(mika)
    confirmed(person()).post(PAGE, {"revoke": row.pk})
    assert token_of(secret, NOON)
    confirmed(mika).post(PAGE, {"revoke": row.pk})
    assert token_of(secret, NOON) is None


def test_it_runs_out_and_is_forgotten_a_month_later() -> None:
    row, secret = made(person())
    assert token_of(secret, row.expires_at - timedelta(seconds=1))
    assert token_of(secret, row.expires_at) is None
    retention.forget_old(row.expires_at + tokens.REMEMBERED - timedelta(seconds=1))
    assert AccessToken.objects.exists()
    retention.forget_old(row.expires_at + tokens.REMEMBERED + timedelta(seconds=1))
    assert not AccessToken.objects.exists()


def test_the_day_it_was_used_is_noted_once() -> None:
    row, secret = made(person())
    for hours in (0, 1, 2):
        token_of(secret, NOON + timedelta(hours=hours))
    row.refresh_from_db()
    assert row.used_at == NOON
    token_of(secret, NOON + timedelta(days=1))
    row.refresh_from_db()
    assert row.used_at == NOON + timedelta(days=1)


def test_neither_guests_nor_staff_have_any_and_a_closed_account_has_none() -> None:
    mika = person()
    _row, secret = made(mika)
    for field in ("is_staff", "is_active"):
        User.objects.filter(pk=mika.pk).update(**{field: field == "is_staff"})
        assert token_of(secret, NOON) is None
        User.objects.filter(pk=mika.pk).update(is_staff=False, is_active=True)
    for user in (guest(), person(is_staff=True)):
        with pytest.raises(NoToken):
            made(user)


def test_nobody_has_more_than_twenty() -> None:
    mika = person()
    for _each in range(tokens.MOST):
        made(mika)
    with pytest.raises(NoToken):
        made(mika)
    made(mika, now=NOON + timedelta(days=31))
    revoke_all(mika)
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("text", ["", "jny_", "jny_" + "é" * 43, "jny_" + "a" * 10**5, "x" * 47])
def test_what_is_no_token_opens_nothing(text: str) -> None:
    made(person())
    assert token_of(text, NOON) is None
