"""The switches in the footer: language and look, for visitors too."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_a_visitor_reads_on_in_the_language_chosen(client: Client) -> None:
    answer = client.post("/language/", {"language": "ja", "next": "/accounts/login/"})
    assert answer["Location"] == "/accounts/login/"
    assert client.get("/accounts/login/")["Content-Language"] == "ja"


def test_a_user_keeps_it_in_the_account(ann: User, signed_in: Any) -> None:
    User.objects.filter(pk=ann.pk).update(language="en")
    browser = signed_in(ann)
    browser.post("/language/", {"language": "ja"})
    assert browser.get("/settings/")["Content-Language"] == "ja"
    ann.refresh_from_db()
    assert ann.language == "ja"


def test_a_visitor_keeps_the_look(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/accounts/login/").content.decode()


def test_a_user_keeps_the_look_in_the_account(ann: User, signed_in: Any) -> None:
    signed_in(ann).post("/theme/", {"theme": "contrast"})
    ann.refresh_from_db()
    assert ann.theme == "contrast"


@pytest.mark.parametrize(
    ("where", "data"),
    [
        *(("/language/", {"language": code}) for code in ("", "xx", "EN", "ja\x00", "x" * 10_000)),
        *(("/theme/", {"theme": look}) for look in ("", "pink", "dark\r\nX: y", "<b>")),
    ],
)
def test_nonsense_is_refused(client: Client, where: str, data: dict[str, str]) -> None:
    answer = client.post(where, data)
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/plain")
    assert not answer.cookies


@pytest.mark.parametrize("where", ["/language/", "/theme/"])
def test_only_a_post_switches(client: Client, where: str) -> None:
    answer = client.get(where)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")


@pytest.mark.parametrize("where", ["/language/", "/theme/"])
def test_switching_takes_a_token(where: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(where, {"language": "ja", "theme": "dark"}).status_code == 403


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/", "//evil.example", "http://[evil", "javascript:alert(1)", "\\\\e"],
)
@pytest.mark.parametrize("where", ["/language/", "/theme/"])
def test_a_switch_never_leads_off_the_site(client: Client, where: str, wanted: str) -> None:
    answer = client.post(where, {"language": "ja", "theme": "dark", "next": wanted})
    assert answer["Location"] == "/"


def test_over_https_every_cookie_is_bound_to_the_host(ann: User, settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client = Client()
    client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD}, secure=True)
    client.post("/theme/", {"theme": "dark"}, secure=True)
    ours = {name: cookie for name, cookie in client.cookies.items() if name.startswith("__Host-")}
    assert set(ours) == {"__Host-device", "__Host-theme"}
    for cookie in ours.values():
        flags = (cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"])
        assert flags == (True, True, "Lax", "/")
        assert not cookie["domain"]
    visitor = Client()
    visitor.cookies["__Host-theme"] = "dark"
    assert 'data-theme="dark"' in visitor.get("/accounts/login/", secure=True).content.decode()
