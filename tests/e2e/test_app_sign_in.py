"""An app of one page, from another origin: it signs in, plays, renews, and is signed out."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import AccessToken
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, sign_in
from tests.kit import axe
from tests.kit.builders import match_between, person, seat_ply_of, south

EXAMPLE = Path(__file__).parents[2] / "docs/examples/one-page-app.html"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def app(site: Any, tmp_path: Path) -> Iterator[str]:
    """Where the app is; it has the address of the site in it."""
    text = EXAMPLE.read_text()
    assert "https://jinya.example" in text
    (tmp_path / "app.html").write_text(text.replace("https://jinya.example", site.url))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/app.html"
    server.shutdown()
    thread.join()
    server.server_close()


def asked(page: Page, app: str) -> None:
    """The page of ours that asks about the app."""
    page.goto(app)
    page.get_by_role("button", name="Sign in with Jinya").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Allow this app?")


def test_an_app_from_elsewhere_signs_in_plays_renews_and_is_signed_out(
    new_visitor: NewVisitor, site: Any, app: str
) -> None:
    match = match_between(person(), person(), now=timezone.now())
    page = new_visitor(also=app)
    sign_in(page, site, south(match))
    asked(page, app)
    page.get_by_role("button", name="Allow").click()
    said = page.get_by_role("status")
    expect(said).to_have_text(f"Signed in as {south(match).name}")
    assert page.url == app
    AccessToken.objects.update(expires_at=timezone.now())  # the first request renews it
    page.get_by_role("button", name="Play the first move").click()
    expect(said).to_contain_text("Played")
    assert seat_ply_of(match, 0) == 2
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in with Jinya")).to_be_visible()
    assert not AccessToken.objects.exists()


def test_a_no_and_a_token_that_is_gone_are_said_by_the_app(
    new_visitor: NewVisitor, site: Any, app: str
) -> None:
    page = new_visitor(also=app)
    sign_in(page, site, person())
    asked(page, app)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("Not signed in: access_denied")
    asked(page, app)
    page.get_by_role("button", name="Allow").click()
    expect(page.get_by_role("status")).to_contain_text("Signed in as")
    AccessToken.objects.all().delete()
    page.reload()  # the refusals can be read from there, too
    expect(page.get_by_role("status")).to_contain_text("Send an access token")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_that_asks_is_used_by_keyboard_and_fits_a_phone(
    new_visitor: NewVisitor, site: Any, app: str, language: str
) -> None:
    page = new_visitor(also=app, **PHONE)
    sign_in(page, site, person(language=language))
    page.goto(app)
    page.get_by_role("button", name="Sign in with Jinya").click()
    allow = page.locator("button[value=allow]")
    expect(allow).to_be_visible()
    assert axe.findings(page, in_themes=True) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    page.locator("main h1").click()
    page.keyboard.press("Tab")
    expect(allow).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Signed in as")
