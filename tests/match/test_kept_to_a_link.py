"""What a profile and the lists keep: casual matches by link, and when somebody was last here."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import SignIn, User
from games.match.models import Match
from games.people.services import follow_person
from tests.api.kit import Program
from tests.kit.browsing import browser
from tests.kit.builders import QUICK_MATE, match_between, match_with_bot, person, play
from tests.kit.walking import every_address, sent_to

pytestmark = pytest.mark.django_db

LISTS = ("/people/ann/", "/watch/")
NARROWED = ("?rated=no", "?opponent=bob", "?result=won&game=xiongqi")
"""What can be asked of them."""


@pytest.fixture
def private() -> list[Match]:
    """A running and a finished match of ann and bob, and one against a bot, by link alone."""
    ann, bob = person("ann"), person("bob")
    running, over = (match_between(ann, bob, onlookers="link") for _each in range(2))
    play(over, *QUICK_MATE)
    practice = match_with_bot(ann, onlookers="link")
    follow_person(user=person("eve"), person=ann, wanted=True)
    return [running, over, practice]


def addresses_with(private: list[Match]) -> set[str]:
    """At which addresses a visitor or a member is told of one of those matches."""
    eve = User.objects.get(name="eve")
    paths = [*every_address("ann"), *(f"{page}{more}" for page in LISTS for more in NARROWED)]
    return {
        path
        for who in (Client(), browser(eve))
        for path, found in sent_to(who, Program(eve), paths)
        if any(match.uid.encode() in found for match in private)
    }


def test_a_match_by_link_stands_in_no_list_of_others(private: list[Match]) -> None:
    assert addresses_with(private) == set()


@pytest.mark.parametrize("path", LISTS)
def test_the_same_matches_for_anyone_stand_there(path: str, private: list[Match]) -> None:
    Match.objects.update(onlookers="")
    html = Client().get(path).content.decode()
    assert any(match.uid in html for match in private)


def test_nobody_is_told_when_somebody_was_last_here() -> None:
    ann, eve = person("ann"), person("eve")
    seen = datetime(2019, 3, 7, 4, 5, tzinfo=UTC)
    browser(ann)
    User.objects.filter(pk=ann.pk).update(last_login=seen)
    SignIn.objects.update(since=seen, seen_at=seen)
    for path in ("/people/ann/", "/people/?q=ann"):
        for language in ("en", "ja"):
            html = browser(eve).get(path, headers={"Accept-Language": language}).content.decode()
            assert "ann" in html
            assert not any(part in html for part in ("2019", "7 Mar", "3月7日", "last seen"))
    assert "2019" not in Program(eve).get("/people/ann").content.decode()
