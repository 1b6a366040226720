"""The house bots somebody has beaten, on the profile."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.boards.names import house_bots
from games.match.models import Match
from games.match.reading.selectors import bots_beaten
from games.people.presenters import next_bot_of
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_with_bot, person

pytestmark = pytest.mark.django_db


def over(user: User, result: str, **changes: Any) -> Match:
    match = match_with_bot(user, **changes)
    match.players.filter(user=user).update(result=result, over_at=NOON)
    match.players.filter(user=None).update(result="lost" if result == "won" else "won")
    return match


def test_it_names_whom_one_has_beaten_and_in_which_games() -> None:
    ann = person("ann")
    over(ann, "lost")
    page = browser(person("cid")).get("/people/ann/").content.decode()
    assert "Bots beaten" not in page
    over(ann, "won")
    over(ann, "won")
    over(ann, "won", game="gungi")
    assert bots_beaten(ann.pk) == [("gungi", "easy"), ("xiongqi", "easy")]
    page = browser(ann).get("/people/ann/").content.decode()
    assert "Bots beaten" in page
    assert "Tama (easy bot)</b> Gungi, Xiongqi" in page
    assert "Kurama" not in page


def test_ones_own_page_names_who_is_next() -> None:
    ann = person("ann")
    page = browser(ann).get("/people/ann/").content.decode()
    assert "Next: Tama (easy bot)" in page
    assert 'action="/play/xiongqi/"' in page
    assert 'name="level" value="easy"' in page
    over(ann, "won")
    page = browser(ann).get("/people/ann/").content.decode()
    assert "Next: Uribo (easy bot)" in page
    assert "Next: " not in browser(person("cid")).get("/people/ann/").content.decode()


def test_who_has_beaten_all_has_nobody_left() -> None:
    assert next_bot_of([("gungi", level) for level in house_bots()]) is None


def test_what_others_have_done_is_theirs() -> None:
    over(person("bob"), "won")
    assert bots_beaten(person("ann").pk) == []
