"""Addresses that were copied with what stood after them lead to their page."""

from __future__ import annotations

import pytest
from django.test import Client

from games.match.models import Match
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return match_between(person("ann"), person("bob"))


@pytest.mark.parametrize("after", ["/)", ").", "/,", "。", "/.", "」。", "%29", "/%E3%80%82/"])
def test_a_match_is_found_by_its_address_with_a_sign_behind_it(match: Match, after: str) -> None:
    answer = browser().get(f"/matches/{match.uid}{after}?utm_source=x")
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.uid}/?utm_source=x")


@pytest.mark.parametrize(
    ("path", "to"),
    [("/Desk/", "/desk/"), ("/rules/Gungi/", "/rules/gungi/"), ("/Rules/gungi)", "/rules/gungi/")],
)
def test_capitals_make_no_difference(client: Client, path: str, to: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, to)


def test_an_address_says_nothing_of_what_is_there(match: Match) -> None:
    """Of a match that is none of theirs a visitor is answered as of one that is not there."""
    Match.objects.update(hidden_at=match.created_at)
    for uid in (match.uid, match.uid[::-1]):
        assert browser().get(f"/matches/{uid})")["Location"] == f"/matches/{uid}/"
        assert browser().get(f"/matches/{uid}/").status_code == 404


@pytest.mark.parametrize("path", ["/nowhere/", "/)", "/matches/nosuchmatch0/", "/api/v1/Games)"])
def test_where_no_page_is_meant_there_is_none(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post("/Desk/").status_code == 404
