from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_a_profile_is_open_to_all(ann: User, client: Client) -> None:
    page = client.get("/people/Ann/")
    assert page.status_code == 200
    assert "<bdi>Ann</bdi>" in page.content.decode()


def test_it_tells_no_secrets(ann: User, signed_in: Any) -> None:
    signed_in(ann)
    User.objects.filter(pk=ann.pk).update(time_zone="Pacific/Chatham")
    page = Client().get("/people/Ann/").content.decode()
    assert ann.email not in page
    assert "UTC+13:45" not in page
    assert "Chatham" not in page


@pytest.mark.parametrize("spelling", ["ann", "ANN", "Ａｎｎ"])
def test_other_spellings_lead_to_it(ann: User, client: Client, spelling: str) -> None:
    assert client.get(f"/people/{quote(spelling)}/")["Location"] == "/people/Ann/"


def test_names_of_all_scripts_have_one(client: Client, db: None) -> None:
    User.objects.create_user("ジョン・スミス", PASSWORD)
    assert client.get(f"/people/{quote('ジョン・スミス')}/").status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "Nobody",
        "%00",
        "Ann%00",
        "x" * 3000,
        "%F0%9F%99%82",
        "Ann%0d%0aX:y",
        "Αnn",
    ],
)
def test_there_is_none_for_anybody_else(ann: User, client: Client, name: str) -> None:
    assert client.get(f"/people/{name}/").status_code == 404


@pytest.mark.parametrize(
    ("name", "to"),
    [("..", "/people/"), ("%2e%2e", "/people/"), ("<script>", "/people/%3Cscript/")],
)
def test_a_name_that_ends_in_signs_leads_to_the_one_before_them(
    ann: User, client: Client, name: str, to: str
) -> None:
    assert client.get(f"/people/{name}/")["Location"] == to


def test_a_closed_account_has_none(ann: User, client: Client) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert client.get("/people/Ann/").status_code == 404


def test_profiles_are_only_read(ann: User, client: Client) -> None:
    answer = client.post("/people/Ann/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
