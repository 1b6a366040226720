"""The page of a ladder: joining, challenging, answering, and why not."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.ladders.models import LadderChallenge
from tests.kit.browsing import browser
from tests.kit.builders import person
from tests.ladders.conftest import order, sent

pytestmark = pytest.mark.django_db
URL = "/events/ladder-xiongqi/"


def test_one_joins_challenges_and_is_answered_on_the_page(twelve: dict[str, User]) -> None:
    new, top = browser(person("zoe")), browser(twelve["eve"])
    assert new.post(URL, {"do": "join"}).status_code == 302
    assert new.post(URL, {"do": "join"}).status_code == 409
    assert "number <b>13</b>" in new.get(URL).content.decode()
    assert new.post(URL, {"do": "challenge", "name": "dan"}).status_code == 409
    assert new.post(URL, {"do": "challenge", "name": "eve"}).status_code == 302
    assert "You have challenged eve." in new.get(URL).content.decode()
    key = LadderChallenge.objects.get().pk
    assert "zoe challenges you." in top.get(URL).content.decode()
    assert new.post(URL, {"do": "accept", "key": key}).status_code == 404
    assert top.post(URL, {"do": "accept", "key": key}).status_code == 302
    page = top.get(URL).content.decode()
    assert "zoe plays you for your place." in page and "To the board" in page
    match = LadderChallenge.objects.get().match
    assert match is not None
    board = top.get(f"/matches/{match.uid}/").content.decode()
    assert f'href="{URL}"' in board and "To its page" in board


def test_a_grey_button_says_why(twelve: dict[str, User]) -> None:
    for who in ("gus", "hal"):
        sent(twelve, who, "bob")
    page = browser(twelve["fay"]).get(URL).content.decode()
    assert "This player has two challenges to answer already." in page
    assert page.count('value="challenge"') == 5
    assert 'value="challenge"' not in Client().get(URL).content.decode()


@pytest.mark.parametrize(
    "form",
    [
        {"do": "accept"},
        {"do": "accept", "key": "x"},
        {"do": "refuse", "key": "９"},
        {"do": "refuse", "key": "9" * 30},
        {"do": "take-back", "key": "-1"},
        {"do": "nonsense"},
        {"do": "challenge", "name": "\x00"},
        {},
    ],
)
def test_nonsense_changes_nothing(twelve: dict[str, User], form: dict[str, str]) -> None:
    before = order()
    assert browser(twelve["fay"]).post(URL, form).status_code in (400, 404, 409)
    assert order() == before


def test_an_empty_ladder_and_games_without_one() -> None:
    page = Client().get(URL).content.decode()
    assert "Nobody yet." in page and "Sign in to join." in page
    assert Client().get("/events/ladder-nation/").status_code == 404
    assert Client().get("/events/ladder-chess/").status_code == 404
    assert Client().post(URL, {"do": "join"}).status_code == 302


def test_the_statements_do_not_grow_with_the_ladder(twelve: dict[str, User]) -> None:
    client = browser(twelve["leo"])
    counted = []
    for turn in range(2):
        with CaptureQueriesContext(
            connection,
        ) as caught:
            client.get(URL)
        counted.append(len(caught))
        for number in range(20):
            user = person(f"more{turn}{number:02}")
            browser(user).post(URL, {"do": "join"})
    assert counted[0] == counted[1]


def test_places_stand_on_events_and_profiles(twelve: dict[str, User]) -> None:
    assert "your place: 3" in browser(twelve["cat"]).get("/events/").content.decode()
    assert "place 3" in Client().get("/people/cat/").content.decode()
