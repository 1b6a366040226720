"""What every answer carries, and that pages need nothing their policy forbids."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html.parser import HTMLParser

import pytest
from django.conf import settings as house_settings
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

PAGES = ["/", "/accounts/login/", "/accounts/signup/", "/nowhere", "/healthz"]


def policy(header: str) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in header.split(";"))
    return {name: value for name, _, value in parts}


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_headers_of_every_answer(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert len(answer["X-Request-ID"]) == 32
    assert "charset=utf-8" in answer["Content-Type"]
    rules = policy(answer["Content-Security-Policy"])
    assert rules.pop("img-src") == "'self' data:"
    for closed in ("default-src", "frame-ancestors", "base-uri", "object-src"):
        assert rules.pop(closed) == "'none'"
    script = rules.pop("script-src")
    assert script == "'self'" or script.startswith("'self' 'nonce-")
    assert set(rules.values()) == {"'self'"}


@pytest.mark.django_db
def test_pages_of_a_session_are_kept_nowhere(client: Client) -> None:
    assert client.get("/")["Cache-Control"] == "no-cache"  # a visitor's: kept, but never old
    client.force_login(get_user_model().objects.create_user("Hana", None))
    for address in ("/", "/desk/", "/nowhere"):
        kept = client.get(address)["Cache-Control"]
        assert "no-store" in kept
        assert "private" in kept


OFFERED_AGAIN = {"account", "mfa", "components"}
"""Where forms ask for a name, an address, a password or a code, or for nothing typed."""


def test_fields_are_not_filled_in_again_for_the_next_person() -> None:
    """Whoever goes back in a browser would find in them what somebody else has typed there."""
    templates = house_settings.BASE_DIR / "templates"
    forms = [
        (str(path.relative_to(templates)), form)
        for path in templates.rglob("*.html")
        if path.relative_to(templates).parts[0] not in OFFERED_AGAIN
        for form in re.findall(r"<form\b[^>]*>", path.read_text())
    ]
    assert len(forms) > 20
    assert [form for form in forms if 'autocomplete="off"' not in form[1]] == []


class Inline(HTMLParser):
    """Collects what the policy would refuse to run."""

    def __init__(self, nonce: str) -> None:
        super().__init__()
        self.nonce = nonce
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        runs = given.get("type") not in ("application/json", "application/ld+json")
        if tag == "script" and runs and "src" not in given and given.get("nonce") != self.nonce:
            self.found.append("<script> without src")
        if tag == "style":
            self.found.append("<style>")
        self.found += [name for name in given if name == "style" or name.startswith("on")]
        sources = (given.get("src"), given.get("href") if tag == "link" else None)
        self.found += [url for url in sources if url and not url.startswith(("/", "data:"))]


def refused_by_policy(answer) -> list[str]:
    reader = Inline(str(getattr(answer.wsgi_request, "_csp_nonce", "none")))
    reader.feed(answer.content.decode())
    return reader.found


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_pages_run_nothing_inline(client: Client, address: str) -> None:
    assert refused_by_policy(client.get(address)) == []


@pytest.fixture
def operator(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Somebody who may do everything in the admin."""
    monkeypatch.setattr("accounts.sign_in.second_factor.is_set_up", lambda user: True)
    client.force_login(get_user_model().objects.create_superuser("Okami", None))
    return client


@pytest.mark.django_db
def test_the_admin_runs_nothing_inline(operator: Client) -> None:
    addresses = [reverse("admin:index")]
    for model in admin.site._registry:
        kind = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses += [reverse(f"{kind}_changelist"), reverse(f"{kind}_add")]
    answers = {address: operator.get(address) for address in addresses}
    assert {answer.status_code for answer in answers.values()} <= {200, 403}
    found = {address: refused_by_policy(answer) for address, answer in answers.items()}
    assert {address: refused for address, refused in found.items() if refused} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["put", "patch", "delete", "post"])
def test_a_method_an_address_does_not_know_is_named(client: Client, method: str) -> None:
    answer = getattr(client, method)("/healthz")
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"
    assert "cannot be used that way" in answer.content.decode()


@pytest.mark.django_db
def test_programs_that_read_no_page_find_the_icon(client) -> None:
    answer = client.get("/favicon.ico", follow=True)
    assert answer.status_code == 200
    assert answer["Content-Type"] in ("image/x-icon", "image/vnd.microsoft.icon")
    assert answer.content.startswith(b"\0\0\1\0")  # an icon by its first bytes


@pytest.mark.django_db
def test_password_managers_find_where_passwords_are_changed(client: Client) -> None:
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")


def test_what_the_worker_keeps_is_named_by_what_this_release_is(client: Client) -> None:
    [name] = re.findall(r'const HOUSE = "house-(\w+)"', client.get("/sw.js").content.decode())
    assert re.fullmatch("[0-9a-f]{16}", name)


@pytest.mark.django_db
def test_who_finds_a_hole_finds_somebody_to_tell(client: Client, settings) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@jinya.example"
    answer = client.get("/.well-known/security.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert lines["Contact"] == "mailto:security@jinya.example"
    assert lines["Canonical"] == "http://testserver/.well-known/security.txt"
    until = datetime.fromisoformat(lines["Expires"]) - timezone.now()
    assert timedelta(days=100) < until < timedelta(days=365)
