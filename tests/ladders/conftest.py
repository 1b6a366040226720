"""Twelve people on the ladder of Xiongqi, in the order of the alphabet."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.ladders import selectors
from games.ladders.models import Ladder, LadderChallenge
from games.ladders.services import challenging, places
from tests.kit.builders import NOON, person

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "joe", "kim", "leo")


@pytest.fixture
def twelve(db: None) -> dict[str, User]:
    people = {name: person(name) for name in NAMES}
    for user in people.values():
        places.join(game="xiongqi", user=user, now=NOON)
    return people


def order() -> list[str]:
    """Who stands on the ladder of Xiongqi, from the top; places are 1, 2, 3 and so on."""
    rungs = list(selectors.rungs_of(Ladder.objects.get(game="xiongqi")))
    assert [rung.place for rung in rungs] == list(range(1, len(rungs) + 1))
    return [rung.user.name for rung in rungs]


def sent(people: dict[str, User], who: str, whom: str, now: object = NOON) -> LadderChallenge:
    """A challenge of one to another."""
    return challenging.challenge(game="xiongqi", user=people[who], name=whom, now=now)  # type: ignore[arg-type]
