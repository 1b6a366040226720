"""A body that cannot be read at all is answered with 400, whatever the address."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.routes import address, routes

pytestmark = pytest.mark.usefixtures("any_database")

PART = b'--x\r\nContent-Disposition: form-data; name="a"%s\r\n\r\n\xff\r\n'
FORM = "application/x-www-form-urlencoded"
UPLOAD = "multipart/form-data; boundary=x"
BODIES = [
    (f"{FORM}; charset=utf-16", b"a=1"),
    (f"{FORM}; charset=us-ascii", b"a=1"),
    (f'{FORM}; charset="idna"', b"a=1"),
    (f"{FORM}; charset=base64", b"a=1"),
    (f"{UPLOAD}; charset=base64", PART % b"" + b"--x--\r\n"),
    (f"{UPLOAD}; charset=idna", PART % b"" + b"--x--\r\n"),
    (f"{UPLOAD}; charset=utf-7", PART % b"" + b"--x--\r\n"),
    ("multipart/form-data", PART % b"" + b"--x--\r\n"),
    (f"multipart/form-data; boundary={'x' * 300}", b"--x\r\n"),
    ("multipart/form-data; boundary=\xff", b"--x\r\n"),
    (UPLOAD, PART % b'; filename="b"' + PART % b'; filename="c"' + b"--x--\r\n"),
    (FORM, b"&".join(b"f%d=1" % number for number in range(201))),
    ("text/plain; charset=utf-16", b"a"),
]
ARGUMENTS = {
    **dict.fromkeys(
        (
            "uid",
            "secret",
            "token",
            "name",
            "key",
            "uidb36",
            "slug",
            "stage",
            "seek",
            "challenge",
            "event",
            "club",
            "step",
            "moves",
            "feed",
            "puzzle",
            "analysis",
            "link",
            "provider_id",
        ),
        "x1",
    ),
    "pk": 1,
    "object_id": 1,
    "content_type_id": 1,
    "app_label": "games",
    "url": "nothing/",
}


def post(client: Client, path: str, kind: str, body: bytes) -> Any:
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    return client.generic("POST", path, body, kind)


@pytest.mark.parametrize("strict", [False, True], ids=["trusted", "with a token to check"])
@pytest.mark.parametrize(("kind", "body"), BODIES)
def test_unreadable_bodies_everywhere(db: None, kind: str, body: bytes, strict: bool) -> None:
    client = Client(enforce_csrf_checks=strict)
    found = {
        name: status
        for name, pattern in sorted(set(routes()))
        if (status := post(client, address(pattern, ARGUMENTS), kind, body).status_code) != 400
    }
    assert found == {}


def test_the_answer_is_our_page_with_all_its_headers(db: None) -> None:
    answer = post(Client(), "/accounts/login/", *BODIES[0])
    assert "We could not read that" in answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert len(answer["X-Request-ID"]) == 32


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_utf_8_by_any_name_is_read(db: None, charset: str) -> None:
    answer = post(Client(), "/accounts/login/", f"{FORM}; charset={charset}", b"login=x")
    assert answer.status_code == 422
