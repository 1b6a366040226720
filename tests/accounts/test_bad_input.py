"""Whatever is sent to a form of the accounts: an answer a person can read, and nothing changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

TEXTS = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "x" * 10_000,
    "\r\nBcc: x@evil.example",
    "\u202eevil\u202c",
    "\u200b\u200d",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
    "🙂" * 50,
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' OR 1=1 --",
    "'; DROP TABLE accounts_user; --",
    "{{ 6857*7411 }}{% debug %}",
    "${6857*7411}#{6857*7411}",
    "../../../../etc/passwd",
    "%s%s%n%d",
    "\ud800",
    "\ufffe\uffff",
    "١٢٣",
    "null",
    "undefined",
    "True",
    "-1",
    "9" * 400,
]
FORMS = [
    ("/accounts/login/", {"login": "Ann", "password": PASSWORD}),
    ("/accounts/signup/", {"username": "Carol", "password1": PASSWORD, "email": "c@d.example"}),
    ("/accounts/password/reset/", {"email": "ann@jinya.example"}),
]
OWN_FORMS = [
    ("/accounts/password/change/", {"oldpassword": "no", "password1": "nine lanterns glow"}),
    ("/accounts/reauthenticate/", {"password": "no"}),
    ("/accounts/email/", {"action_add": "1", "email": "c@d.example"}),
    ("/accounts/email/", {"action_remove": "1", "email": "c@d.example"}),
    ("/accounts/email/", {"action_send": "1", "email": "c@d.example"}),
    ("/accounts/email/", {"action_primary": "1", "email": "c@d.example"}),
    ("/settings/security/end/", {"which": "x"}),
]


def cases(forms: list[tuple[str, dict[str, str]]]) -> list[Any]:
    return [
        pytest.param(where, {**data, field: text}, id=f"{where}{field}-{number}")
        for where, data in forms
        for field in data
        if not field.startswith("action_")
        for number, text in enumerate(TEXTS)
    ]


def is_well_answered(answer: Any) -> bool:
    page = answer.content.decode()
    executed = "alert(1)>" in page or "50817227" in page
    return answer.status_code in (302, 400, 404, 422) and not executed


@pytest.mark.parametrize(("where", "data"), cases(FORMS))
def test_forms_for_everybody(ann: User, where: str, data: dict[str, str]) -> None:
    answer = post(Client(), where, data)
    assert is_well_answered(answer)
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


@pytest.mark.parametrize(("where", "data"), cases(OWN_FORMS))
def test_forms_of_ones_own(ann: User, client: Client, where: str, data: dict[str, str]) -> None:
    client.force_login(ann)
    assert is_well_answered(post(client, where, data))
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)
    assert ann.email == "ann@jinya.example"


@pytest.mark.parametrize(("where", "data"), [*FORMS, *OWN_FORMS])
def test_lists_and_missing_fields(
    ann: User, client: Client, where: str, data: dict[str, str]
) -> None:
    if (where, data) in OWN_FORMS:
        client.force_login(ann)
    assert is_well_answered(client.post(where, {}))
    assert client.post(where, {name: [text, text] for name, text in data.items()}).status_code < 500


@pytest.mark.parametrize("where", [where for where, _ in FORMS])
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"a=%ff%fe&b=%", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x\r\n", "multipart/form-data"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"x", "text/plain"),
        (b"&".join(b"f%d=1" % n for n in range(5000)), "application/x-www-form-urlencoded"),
    ],
)
def test_bodies_that_are_no_forms(client: Client, where: str, body: bytes, kind: str) -> None:
    answer = client.generic("POST", where, body, kind)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("accept", ["application/json", "text/plain", "*/*", "\x00", "x" * 5000])
def test_the_answer_is_always_the_page(client: Client, accept: str) -> None:
    headers = {"accept": accept, "x-requested-with": "XMLHttpRequest"}
    answer = client.post("/accounts/login/", {"login": "x", "password": "y"}, headers=headers)
    assert answer["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(("where", "data"), [*FORMS, *OWN_FORMS])
def test_every_form_takes_a_token(ann: User, where: str, data: dict[str, str]) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann)
    for token in ("", "x", "a" * 64):
        assert strict.post(where, {**data, "csrfmiddlewaretoken": token}).status_code == 403


def post(client: Client, where: str, data: dict[str, str]) -> Any:
    """As a browser sends it; lone surrogates arrive as bytes that are no UTF-8."""
    from urllib.parse import urlencode

    body = urlencode(data, errors="surrogatepass")
    return client.post(where, body, content_type="application/x-www-form-urlencoded")
