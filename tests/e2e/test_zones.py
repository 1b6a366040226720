"""The zone of the browser: told with every page, offered in the settings; zones found by typing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.e2e.visits import sign_in
from tests.kit.builders import person


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "timezone_id": "Asia/Calcutta"}


def test_the_zone_of_the_device_is_one_press_away(page: Page, site: Any) -> None:
    ann = person("ann", time_zone="Asia/Tokyo")
    sign_in(page, site, ann)
    page.goto("/lobby/")
    page.goto("/settings/")
    field = page.get_by_label("Time zone")
    expect(field).to_have_value("Tokyo, Japan (UTC+09:00)")
    offer = page.get_by_role("button", name="Use the time zone of this device")
    offer.click()
    expect(field).to_have_value("Kolkata, India (UTC+05:30)")
    page.get_by_role("button", name="Save").click()
    expect(offer).to_have_count(0)
    assert User.objects.get(pk=ann.pk).time_zone == "Asia/Kolkata"


def test_a_city_that_is_typed_is_enough(page: Page, site: Any) -> None:
    ann = person("ann", language="ja")
    sign_in(page, site, ann)
    page.goto("/settings/")
    field = page.get_by_label("タイムゾーン")
    field.focus()
    page.keyboard.type("東京")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="保存").click()
    expect(field).to_have_value("東京（日本） (UTC+09:00)")
    assert User.objects.get(pk=ann.pk).time_zone == "Asia/Tokyo"
