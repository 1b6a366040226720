"""How long a sign-in lasts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def is_in(browser: Client) -> bool:
    return browser.get("/settings/").status_code == 200


@pytest.mark.parametrize(("days", "still"), [(29.9, True), (30.1, False)])
def test_thirty_idle_days(ann: User, signed_in: Any, clock: Any, days: float, still: bool) -> None:
    browser = signed_in(ann)
    clock.shift(days * DAY)
    assert is_in(browser) == still


def test_ninety_days_in_all(ann: User, signed_in: Any, clock: Any) -> None:
    browser = signed_in(ann)
    for _ in range(8):
        clock.shift(11 * DAY)
        assert is_in(browser)
    clock.shift(3 * DAY)
    assert not is_in(browser)


@pytest.mark.parametrize(("minutes", "still"), [(29, True), (31, False)])
def test_thirty_idle_minutes_for_staff(
    ann: User, signed_in: Any, clock: Any, minutes: int, still: bool
) -> None:
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    browser = signed_in(ann)
    clock.shift(minutes * MINUTE)
    assert is_in(browser) == still


def test_twelve_hours_in_all_for_staff(ann: User, signed_in: Any, clock: Any) -> None:
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    browser = signed_in(ann)
    for _ in range(28):
        clock.shift(25 * MINUTE)
        assert is_in(browser)
    clock.shift(25 * MINUTE)
    assert not is_in(browser)


def test_who_becomes_staff_is_held_to_it_at_once(ann: User, signed_in: Any, clock: Any) -> None:
    browser = signed_in(ann)
    clock.shift(2 * HOUR)
    User.objects.filter(pk=ann.pk).update(is_staff=True)
    assert not is_in(browser)


def test_an_ended_session_stays_ended_when_its_cookie_comes_back(
    ann: User, signed_in: Any, clock: Any
) -> None:
    browser = signed_in(ann)
    cookie = browser.cookies["sessionid"].value
    clock.shift(31 * DAY)
    assert not is_in(browser)
    again = Client()
    again.cookies["sessionid"] = cookie
    assert not is_in(again)


def test_being_here_is_written_down_now_and_then(
    ann: User, signed_in: Any, clock: Any, django_assert_num_queries: Any
) -> None:
    browser = signed_in(ann)
    first = ann.sign_ins.get().seen_at
    clock.shift(59 * MINUTE)
    browser.get("/settings/")
    assert ann.sign_ins.get().seen_at == first
    clock.shift(2 * MINUTE)
    browser.get("/settings/")
    assert ann.sign_ins.get().seen_at > first
