"""Since my last move: where what the others have done since begins, and for whom."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.match.changes import ending
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, north, person, play, south
from tests.kit.seichu import seichu_match

pytestmark = pytest.mark.django_db


def since(page: BoardPage, query: str = "") -> tuple[str, str] | None:
    """After which ply it begins, and whether it is shown by itself; None if it is not offered."""
    found = re.search(r'data-since="(\d+)" data-shows="(\w+)"', page.html(query))
    return (found[1], found[2]) if found else None


def test_it_begins_after_ones_own_last_move() -> None:
    match = match_between(person("ann"), person("bob"))
    ann, bob = BoardPage(match, south(match)), BoardPage(match, north(match))
    assert (since(ann), since(bob)) == (None, None)
    play(match, "e3e4")
    assert (since(ann), since(bob)) == (None, None), "nothing of one's own, or nothing since"
    play(match, "e6e5")
    assert (since(ann), since(bob)) == (("1", "yes"), None)
    play(match, "d3d4")
    assert (since(ann), since(bob)) == (None, ("2", "yes"))


def test_onlookers_and_who_looks_back_are_not_offered_it() -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4", "e6e5")
    assert since(BoardPage(match, person("eve"))) is None
    assert since(BoardPage(match, south(match)), "?ply=1") is None


def test_it_is_offered_once_the_match_is_over() -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4", "e6e5")
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    assert since(BoardPage(match, south(match))) == ("1", "yes")


def test_a_set_up_is_no_move() -> None:
    match = seichu_match(person("ann"), person("bob"))
    assert since(BoardPage(match, south(match))) is None


def test_it_is_shown_by_itself_unless_one_has_said_no() -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4", "e6e5")
    User.objects.filter(pk=south(match).pk).update(steps_through=False)
    assert since(BoardPage(match, south(match))) == ("1", "no")
