"""Every kind of page works under the strict policy: the fixtures fail on any breach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE, watch
from tests.e2e.visits import sign_in

LOOK = 50
"""Milliseconds between two looks."""


def test_pages_for_everybody(page: Page) -> None:
    for address in ("/", "/accounts/login/", "/accounts/signup/", "/nowhere", "/rules/xiongqi/"):
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()


@pytest.mark.parametrize(
    ("action", "seen_as"),
    [
        ("document.body.setAttribute('style', 'color: red')", "console: "),
        ("setTimeout(() => { throw new Error('planted') })", "script: "),
        ("fetch('https://elsewhere.invalid/').catch(() => 0)", "console: "),
        ("open('https://elsewhere.invalid/')", "request to https://elsewhere.invalid/"),
    ],
)
def test_the_watch_notices(
    site: Any, new_context: Callable[..., BrowserContext], action: str, seen_as: str
) -> None:
    faults: list[str] = []
    context = new_context(base_url=site.url)
    watch(context, site.url, faults)
    page = context.new_page()
    page.goto("/")
    page.evaluate(f"() => {{ {action} }}")
    for _look in range(PATIENCE // LOOK):
        if any(fault.startswith(seen_as) for fault in faults):
            break
        page.wait_for_timeout(LOOK)
    context.close()
    assert any(fault.startswith(seen_as) for fault in faults)


def test_the_admin(page: Page, site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.sign_in.second_factor.is_set_up", lambda user: True)
    sign_in(page, site, get_user_model().objects.create_superuser("Okami", None))
    page.goto(reverse("admin:index"))
    expect(page.locator("#content")).to_be_visible()
    for model in admin.site._registry:
        kind = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for address in (reverse(f"{kind}_changelist"), reverse(f"{kind}_add")):
            page.goto(address)


def test_what_a_script_has_styled_is_not_styled_anew_by_a_swap(page: Page, site: Any) -> None:
    """Else htmx writes the style of what had the same id into what comes in its place."""
    sign_in(page, site, get_user_model().objects.create_user("Ann", None))
    page.goto("/lobby/")
    page.locator("#open").evaluate("one => one.style.setProperty('caret-color', 'red')")
    with page.expect_response("**/lobby/"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('lobby:changed'))")
    expect(page.locator("#open[style]")).to_have_count(0)
