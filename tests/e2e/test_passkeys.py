"""A passkey from being offered to signing in with it, on a device of the browser's own making."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.e2e.conftest import watch
from tests.kit.builders import PASSWORD


@pytest.fixture
def page(site: Any, new_context: Callable[..., BrowserContext], settings: Any) -> Iterator[Page]:
    """A browser with a fingerprint reader. Passkeys belong to names, not to numbered addresses."""
    home = site.url.replace("127.0.0.1", "localhost")
    settings.SITE_ORIGINS.append(home)
    context, faults = new_context(base_url=home), list[str]()
    watch(context, home, faults)
    page = context.new_page()
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    yield page
    context.close()
    settings.SITE_ORIGINS.remove(home)
    assert faults == []


def late(route: Route) -> None:
    """The script comes when the page has long been shown."""
    time.sleep(1)
    route.continue_()


def test_offered_made_used_and_removed(page: Page) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.get_by_role("link", name="Create a passkey").click()
    page.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_text("The passkey was added.")).to_be_visible()
    page.locator(".site-tools details.menu:not(.ways) summary").click()
    page.get_by_role("button", name="Sign out").click()

    page.goto("/accounts/login/?next=/archive/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(re.compile("/archive/$"))
    expect(page.locator(".menu .who")).to_have_text("Ann")

    page.goto("/settings/security/")
    page.get_by_role("link", name=re.compile("^Remove")).click()
    page.route("**/passkeys*.js", late)
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("The passkey was removed.")).to_be_visible()
    page.goto("/settings/security/")
    expect(page.get_by_role("link", name=re.compile("^Remove"))).to_have_count(0)
