"""Who is signed in, for a page that stood while that changed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.kit.browsing import browser
from tests.kit.builders import person

pytestmark = pytest.mark.django_db


def test_a_page_learns_who_is_signed_in_and_the_token_of_now() -> None:
    ann = person("ann")
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    answer = client.get("/who/")
    assert "no-store" in answer["Cache-Control"]
    shown = re.search('data-user="([0-9a-f]+)"', client.get("/desk/").content.decode())
    assert shown and answer.json()["user"] == shown[1]
    posted = client.post(
        "/theme/", {"theme": "dark"}, headers={"x-csrftoken": answer.json()["token"]}
    )
    assert posted.status_code != 403


def test_of_nobody_it_says_nothing() -> None:
    assert browser().get("/who/").json()["user"] == ""
    assert browser(person("ann")).post("/who/").status_code == 405
