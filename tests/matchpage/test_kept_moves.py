"""A move that a device kept while there was no network: it counts for the board it is made of."""

from __future__ import annotations

import re

import pytest

from games.match.changes import ending
from games.match.models import Match
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, north, person, seat_ply_of, south

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return match_between(person("ann"), person("bob"), now=NOON)


def seen_by(page: BoardPage) -> str:
    """The version of the board that the page shows."""
    return re.findall(r'data-version="(\d+)"', page.html())[0]


def test_it_is_played_while_nothing_has_happened_and_once(match: Match) -> None:
    page = BoardPage(match, south(match), htmx=True)
    kept = {**page.form(), "move": "e3e4", "seen": seen_by(page)}
    assert page.post("move", kept).status_code == 200
    assert page.post("move", kept).status_code == 200  # sent again by its key
    assert seat_ply_of(match, 0) == 2


def test_it_is_stale_after_anything_at_all(match: Match) -> None:
    page = BoardPage(match, south(match), htmx=True)
    kept = {**page.form(), "move": "e3e4", "seen": seen_by(page)}
    ending.offer_draw(uid=match.uid, user=north(match), now=NOON)
    assert page.post("move", kept).status_code == 409
    assert seat_ply_of(match, 0) == 1
    del kept["seen"]  # as a page sends it that has looked at the offer
    assert page.post("move", kept).status_code == 200
