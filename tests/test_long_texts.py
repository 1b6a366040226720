"""What is typed at great length: nothing that costs more than its length is done to it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import guest, person

pytestmark = pytest.mark.django_db

MARKS = "a" + "\u0301" * 13_000 + "\u0327" * 13_000
"""Just under what a body may hold. To put its marks in order takes a second, each time."""
MOST_SIGNS = 2_000

_normalize = unicodedata.normalize


@contextmanager
def normalised() -> Iterator[list[int]]:
    """How long the texts are that are put into a normal form from here on."""
    lengths: list[int] = []

    def counting(form: Any, text: str) -> str:
        lengths.append(len(text))
        return _normalize(form, text[:MOST_SIGNS])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unicodedata, "normalize", counting)
        yield lengths


def post(client: Client, path: str, **fields: str) -> Any:
    """Send *fields* as the parts of a form, which takes marks at two bytes each."""
    return client.post(path, fields)


ENTRANCES = [
    (name, field)
    for name, fields in {
        "account_login": ("login", "password"),
        "account_signup": ("username", "password1", "email", "time_zone"),
        "account_reset_password": ("email",),
    }.items()
    for field in fields
]
SIGN_UP = {"login": "Ann", "username": "Carol", "password1": "seven kettles sing", "password": "x"}


@pytest.mark.parametrize(("name", "field"), ENTRANCES)
def test_forms_at_the_door(name: str, field: str) -> None:
    with normalised() as lengths:
        answer = post(browser(), reverse(name), **{**SIGN_UP, field: MARKS})
    assert answer.status_code in (200, 302, 422)
    assert max(lengths, default=0) <= MOST_SIGNS
    assert not User.objects.exists()


@pytest.mark.parametrize("field", ["username", "password1", "time_zone"])
def test_a_guest_that_stays(field: str) -> None:
    client = browser(guest())
    with normalised() as lengths:
        post(client, reverse("accounts:claim"), **{**SIGN_UP, field: MARKS})
    assert max(lengths, default=0) <= MOST_SIGNS
    assert not User.objects.filter(is_guest=False).exists()


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("account_change_password", "password1"),
        ("account_change_password", "oldpassword"),
        ("account_email", "email"),
        ("account_reauthenticate", "password"),
        ("accounts:settings", "name"),
        ("accounts:settings", "time_zone"),
        ("games:new", "to"),
        ("games:start-stage", "stage"),
        ("games:fork-stage", "match"),
    ],
)
def test_forms_of_a_member(name: str, field: str) -> None:
    with normalised() as lengths:
        post(browser(person("ann")), reverse(name), **{**SIGN_UP, "oldpassword": "x", field: MARKS})
    assert max(lengths, default=0) <= MOST_SIGNS


@pytest.mark.parametrize(
    ("name", "field"),
    [("talk", "text"), ("talk", "mute"), ("note", "text"), ("move", "move"), ("mark", "piece")],
)
def test_forms_at_a_board(match: Match, name: str, field: str) -> None:
    ann = match.players.get(seat=0).user
    form = {"room": "players", "seat_ply": "1", "key": "k", field: MARKS}
    with normalised() as lengths:
        post(browser(ann), reverse(f"games:{name}", args=[match.uid]), **form)
    assert max(lengths, default=0) <= MOST_SIGNS


NUMBERS = ("9" * 3_500, "-1", "1e9", "٣", "9" * 20)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "path",
    [
        *(
            "/archive/?before={}",
            "/notes/?before={}",
            "/lobby/?page={}",
            "/people/ann/?before={}",
            "/desk/next/?after={}",
        ),
        *("/matches/{{uid}}/?ply={}", "/matches/{{uid}}/board/?has={}.1.1"),
    ],
)
def test_numbers_in_addresses(match: Match, path: str, number: str) -> None:
    """However big, they cost no more than any other."""
    client = browser(match.players.get(seat=0).user)
    usual, asked = (path.format(one).replace("{uid}", match.uid) for one in ("1", number))
    with CaptureQueriesContext(connection) as few:
        client.get(usual)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(asked).status_code < 500
    assert len(captured) <= len(few) + 1
