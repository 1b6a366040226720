"""What is personal goes when its time is over, and not before."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db.models import Model

from accounts import retention
from accounts.models import (
    AccessToken,
    GivenUpName,
    KeyedRequest,
    SignIn,
    StaffCode,
    Trace,
    UndoLink,
    WaitingAddress,
)
from tests.kit.builders import NOON, person

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def sign_in(days_ago: int, since: int) -> SignIn:
    return SignIn.objects.create(
        user=person(),
        session_key=f"key-{since}",
        browser="a browser",
        since=NOON - timedelta(days=since),
        seen_at=NOON - timedelta(days=days_ago),
    )


def waiting() -> EmailAddress:
    made = EmailAddress.objects.create(user=person(), email="ann@jinya.example", verified=False)
    WaitingAddress.objects.filter(address=made).update(since=NOON)
    return made


def undo_link() -> UndoLink:
    return UndoLink.objects.create(user=person(), address="ann@jinya.example", made_at=NOON)


def code() -> StaffCode:
    return StaffCode.objects.create(user=person(), digest="x", good_until=NOON)


def trace() -> Trace:
    return Trace.objects.create(
        user=person(), kind="network", digest="x", since=NOON - timedelta(days=200), seen_at=NOON
    )


def token() -> AccessToken:
    return AccessToken.objects.create(
        user=person(), name="mine", digest="x", beginning="jny_x", made_at=NOON, expires_at=NOON
    )


def app() -> AccessToken:
    return AccessToken.objects.create(
        user=person(),
        name="board.example",
        digest="x",
        family="x",
        made_at=NOON - timedelta(days=90),
        expires_at=NOON - timedelta(days=89),
        renewable_until=NOON,
    )


def keyed() -> KeyedRequest:
    return KeyedRequest.objects.create(user=person(), key="mine", digest="x", made_at=NOON)


def given_up() -> GivenUpName:
    return GivenUpName.objects.create(digest="x", since=NOON)


CASES = {
    "seen": (lambda: sign_in(0, 0), timedelta(days=30)),
    "old": (lambda: sign_in(0, 80), timedelta(days=10)),
    "marks": (trace, timedelta(days=90)),
    "address": (waiting, timedelta(days=7)),
    "link": (undo_link, timedelta(days=3)),
    "code": (code, timedelta()),
    "token": (token, timedelta(days=30)),
    "app": (app, timedelta(days=1)),
    "name": (given_up, timedelta(days=365)),
    "keyed": (keyed, timedelta(days=1)),
}


@pytest.mark.parametrize("name", CASES)
def test_each_goes_in_its_time(name: str) -> None:
    make, age = CASES[name]
    row: Model = make()
    assert is_kept(row, NOON + age)
    assert not is_kept(row, NOON + age + SECOND)


def is_kept(row: Model, now: datetime) -> bool:
    retention.forget_old(now)
    return type(row)._default_manager.filter(pk=row.pk).exists()


def test_every_line_of_the_table_is_tried() -> None:
    assert len(CASES) == len(retention.TABLE)


def test_an_address_that_was_confirmed_stays() -> None:
    address = waiting()
    address.verified = True
    address.save()
    assert is_kept(address, NOON + timedelta(days=400))
