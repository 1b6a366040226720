from __future__ import annotations

from typing import Any

import pytest
from allauth.core.internal.ratelimit import get_rates


@pytest.mark.parametrize(
    ("action", "most"),
    [
        ("sign_in", {(10, 900, "key")}),
        ("sign_in_hour", {(50, 3600, "key")}),
        ("sign_in_ip", {(300, 600, "ip")}),
        ("login_failed", {(5, 300, "key")}),
        ("registered", {(300, 3600, "ip")}),
        ("registered_calmly", {(30, 3600, "ip")}),
        ("registered_in_series", {(15, 3600, "key")}),
        ("registering_failed", {(60, 3600, "ip")}),
        ("guest", {(60, 3600, "ip")}),
        ("guest_site", {(300, 3600, "key")}),
        ("reset_password", {(20, 3600, "ip"), (3, 3600, "key")}),
        ("confirm_email", {(3, 3600, "key")}),
    ],
)
def test_the_limits_are_those_we_promise(action: str, most: set[Any]) -> None:
    rates = get_rates(app="allauth.account", action=action)
    assert {(rate.amount, rate.duration, rate.per) for rate in rates} == most
