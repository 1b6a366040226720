"""A ladder under many results, as rows: no place is doubled or lost, and it can be made anew."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.common.exceptions import GamesError
from games.ladders.climbing import Cause
from games.ladders.models import Ladder, LadderChallenge, LadderStep, Rung
from games.ladders.services import challenging, places
from games.ladders.services.counting import sweep_places
from games.match.changes import ending
from games.match.models import Match
from queues.transactions import writing
from tests.kit.builders import NOON, person

pytestmark = pytest.mark.django_db
PEOPLE = 24


def standing() -> set[int]:
    """Who stands on the ladder; the places are 1, 2, 3 and so on, one for each."""
    rows = list(Rung.objects.order_by("place").values_list("place", "user"))
    assert [place for place, _user in rows] == list(range(1, len(rows) + 1))
    return {user for _place, user in rows}


@pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=pytest.mark.prove)])
def test_random_steps_double_and_lose_no_place(count: int) -> None:
    dice, people = random.Random(count), [person() for _number in range(PEOPLE)]
    there: set[int] = set()
    for number in range(count):
        cause = dice.choices(list(Cause), weights=[6, 20, 5, 3, 1])[0]
        who, other = dice.sample(people, 2)
        with writing():
            ladder = places.lock_ladder("xiongqi", NOON)
            is_about_two = cause in (Cause.WON, Cause.GIVEN)
            places.take_step(ladder, cause, who, other=other if is_about_two else None, now=NOON)
        there |= {who.pk} if cause == Cause.JOINED else set()
        there -= {who.pk} if cause == Cause.LEFT else set()
        if number % 10 == 0 or number == count - 1:
            assert standing() == there
    assert LadderStep.objects.count() == count
    assert sweep_places(NOON) == 0


@pytest.mark.parametrize("count", [25, pytest.param(400, marks=pytest.mark.prove)])
def test_random_afternoons_double_and_lose_no_place(count: int) -> None:
    dice, people = random.Random(count), [person() for _number in range(12)]
    for user in people:
        places.join(game="xiongqi", user=user, now=NOON)
    now, results = NOON, 0
    while results < count:
        now += timedelta(days=2)
        results += _afternoon(dice, people, now)
        assert standing() == {user.pk for user in people}
    assert Match.objects.filter(event="ladder-xiongqi").exists()
    assert LadderStep.objects.exclude(cause="joined").exists()
    assert sweep_places(now) == 0


def _afternoon(dice: random.Random, people: list[User], now: datetime) -> int:
    """One challenges another, and the two are done with it the same day; how many results."""
    who, other = dice.sample(people, 2)
    try:
        asked = challenging.challenge(game="xiongqi", user=who, name=other.name, now=now)
    except GamesError:
        assert not Ladder.objects.get().challenges.filter(made_at=now).exists()
        return 0
    if dice.random() < 0.2:
        challenging.refuse(game="xiongqi", key=asked.pk, user=other, now=now)
    else:
        match = challenging.accept(game="xiongqi", key=asked.pk, user=other, now=now)
        ending.resign(uid=match.uid, user=dice.choice((who, other)), now=now)
    assert LadderChallenge.objects.get(pk=asked.pk).state in ("given", "played")
    return 1
