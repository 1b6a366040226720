"""The front door shows boards between bots, and never one with a person at it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import switches
from games.match.terms import opening
from tests.kit.builders import NOON, match_between, match_with_bot, person, terms

pytestmark = pytest.mark.django_db


def bots_at_play():
    return opening.create_house_match(
        terms=terms(time_control="none"), levels=["easy", "easy"], now=NOON
    )


def shown(client):
    return [card.url for card in client.get("/").context["shows"]]


def test_bots_at_play_are_shown(client):
    match = bots_at_play()
    assert shown(client) == [f"/matches/{match.uid}/"]


def test_matches_of_people_are_not(client):
    match_between(person(), person())
    match_with_bot(person())
    assert shown(client) == []


def test_only_a_few_are_shown(client):
    for _match in range(5):
        bots_at_play()
    assert len(shown(client)) == 3


def test_more_boards_cost_no_more_statements(client, django_assert_num_queries):
    bots_at_play()
    switches.forget()  # they are remembered for three seconds
    with CaptureQueriesContext(connection) as one:
        client.get("/")
    bots_at_play()
    switches.forget()
    with django_assert_num_queries(len(one)):
        assert len(shown(client)) == 2


def test_an_onlooker_may_follow_one(client):
    assert client.get(f"/matches/{bots_at_play().uid}/").status_code == 200


def test_boards_have_the_pieces_of_the_language(client):
    bots_at_play()
    english = client.get("/").context["shows"][0].picture
    japanese = client.get("/", headers={"Accept-Language": "ja"}).context["shows"][0].picture
    assert "international" in english
    assert "kanji" in japanese
