"""The page of a ladder: joining, challenging, answering, and why not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import switches
from accounts.models import User
from games.ladders.models import LadderChallenge
from games.ladders.services import challenging
from games.match.changes import ending
from games.match.models import Vacation
from games.people.models import Block
from tests.kit.browsing import browser
from tests.kit.builders import person
from tests.ladders.conftest import order, sent

pytestmark = pytest.mark.django_db
URL = "/events/ladder-xiongqi/"
DAY = timedelta(days=1)


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


def test_refusing_asks_first_and_says_what_it_costs(twelve: dict[str, User]) -> None:
    sent(twelve, "fay", "bob", timezone.now())
    page = browser(twelve["bob"]).get(URL).content.decode()
    question = re.search(r"<details class=.event-leave.>(.*?)</details>", page, re.DOTALL)
    assert question is not None and page.count('value="refuse"') == 1
    assert 'class="button danger" type="submit" name="do" value="refuse"' in question[1]
    assert "fay takes your place, and you stand one below." in question[1]


@pytest.mark.parametrize("act", ["accept", "refuse", "take-back"])
def test_a_page_that_is_late_reads_that_the_challenge_is_no_longer_open(
    twelve: dict[str, User], act: str
) -> None:
    key = sent(twelve, "fay", "bob", timezone.now()).pk
    asked, asking = browser(twelve["bob"]), browser(twelve["fay"])
    settled = asking.post(URL, {"do": "take-back", "key": key}) if act != "take-back" else None
    settled = settled or asked.post(URL, {"do": "refuse", "key": key})
    assert settled.status_code == 302
    late = (asking if act == "take-back" else asked).post(URL, {"do": act, "key": key})
    assert late.status_code == 409
    assert "This challenge is no longer open." in late.content.decode()


def test_a_grey_button_says_why(twelve: dict[str, User]) -> None:
    for who in ("gus", "hal"):
        sent(twelve, who, "bob")
    page = browser(twelve["fay"]).get(URL).content.decode()
    assert "This player has two challenges to answer already." in page
    assert page.count('value="challenge"') == 5
    assert 'value="challenge"' not in Client().get(URL).content.decode()


def reasons(user: User) -> dict[str, str]:
    """What stands beside each grey button, by the name that it is about."""
    page = browser(user).get(URL).content.decode()
    found = re.findall(
        r'value="challenge" disabled>Challenge<span class="unseen"> ([^<]*)</span></button>\s*'
        r'<span class="quiet">([^<]+)</span>',
        page,
    )
    assert page.count('value="challenge" disabled') == len(found)
    return dict(found)


def test_each_reason_stands_beside_its_button(twelve: dict[str, User]) -> None:
    fay, now = twelve["fay"], timezone.now()
    resigned = challenging.accept(
        game="xiongqi", key=sent(twelve, "fay", "ann", now).pk, user=twelve["ann"], now=now
    )
    ending.resign(uid=resigned.uid, user=fay, now=now)
    for who in ("gus", "hal"):
        sent(twelve, who, "bob", now)
    Vacation.objects.create(user=twelve["cat"], starts_at=now, ends_at=now + DAY, made_at=now)
    Block.objects.create(user=twelve["dan"], person=fay, kind="challenge")
    assert reasons(fay) == {
        "ann": "You two have met here within the last 14 days.",
        "bob": "This player has two challenges to answer already.",
        "cat": "This player is on vacation.",
        "dan": "This player cannot be challenged now.",
    }
    sent(twelve, "hal", "eve", now)
    assert (
        "You have two challenges going here. Finish one first." in reasons(twelve["hal"]).values()
    )


def test_who_may_begin_no_match_reads_why_beside_every_button(
    twelve: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(twelve, "gus", "fay", timezone.now())
    closed = "New matches cannot start right now. Please come back a little later."
    assert closed not in browser(twelve["fay"]).get(URL).content.decode()
    monkeypatch.setattr(switches, "is_on", "no_new_matches".__eq__)
    assert set(reasons(twelve["fay"]).values()) == {closed}
    page = browser(twelve["fay"]).get(URL).content.decode()
    assert 'value="accept" disabled' in page and page.count(closed) == 6
    assert 'value="refuse">' in page


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
