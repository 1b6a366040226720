"""The page of matches to watch: which, in which order, and as an onlooker sees them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import switches
from games.match.models import Match
from games.match.terms import opening
from games.people.services import block_person
from games.ratings.models import Rating
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, match_with_bot, person, play, terms

pytestmark = pytest.mark.django_db


def urls(query: str = "", client: Client | None = None) -> list[str]:
    cards = (client or Client()).get(f"/watch/{query}").context["cards"]
    return [card.url.split("/")[2] for card in cards]


def test_people_and_bots_are_shown_but_neither_practice_nor_what_is_over() -> None:
    people = match_between(person(), person())
    bots = opening.create_house_match(
        terms=terms(time_control="none"), levels=["easy", "easy"], now=NOON
    )
    match_with_bot(person())
    play(match_between(person(), person()), *QUICK_MATE)
    hidden = match_between(person(), person())
    Match.objects.filter(pk=hidden.pk).update(hidden_at=NOON)
    assert urls() == [bots.uid, people.uid]


def test_by_game_and_by_what_ends_and_by_who_is_strong() -> None:
    strong = person("strong")
    first = match_between(strong, person(), time_control="days2")
    second = match_between(person(), person(), now=NOON - timedelta(days=1), time_control="days2")
    other = match_between(person(), person(), game="gunjin", time_control="none")
    row = {"user": strong, "game": first.game, "pace": "slow", "versus": "people"}
    Rating.objects.create(**row, rating=1900, matches=9)
    assert urls() == [other.uid, second.uid, first.uid]
    assert urls("?game=gunjin") == [other.uid]
    assert urls("?sort=ends") == [second.uid, first.uid]
    assert urls("?sort=strongest") == [first.uid]
    assert urls("?sort=strongest&game=gunjin") == []
    assert len(urls("?sort=x&game=y&page=z")) == 3


def test_whoever_keeps_apart_does_not_see_it() -> None:
    ann, bob, eve = person("ann"), person("bob"), person("eve")
    match = match_between(ann, bob)
    block_person(user=ann, person=eve, kinds=["watch"])
    assert urls(client=browser(eve)) == []
    assert urls(client=browser(bob)) == [match.uid]


def test_pages_and_no_more_statements_for_more_boards() -> None:
    match_between(person(), person())
    switches.forget()
    with CaptureQueriesContext(connection) as one:
        assert len(urls()) == 1
    for _number in range(13):
        match_between(person(), person())
    switches.forget()
    with CaptureQueriesContext(connection) as many:
        assert len(urls()) == 12
    assert len(many) == len(one)
    assert len(urls("?page=2")) == 2
    assert "?page=2" in Client().get("/watch/").content.decode()
