"""Ten seasons of a league with people who come, leave and withdraw, through its own services.

Results are written into the pairings, so that no match is played: what is tried is the turn of
seasons. The night has 200 people, the gate some twenty and three seasons.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.leagues.models import Enrolment, Season
from games.leagues.pyramid import movers_between, sizes
from games.leagues.services import enrolling, seasons
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services import withdrawing
from games.tournaments.services.ending import end_due
from tests.kit.builders import NOON
from tests.leagues.conftest import GAME, SUNDAY

pytestmark = pytest.mark.django_db
RESULTS = ("first", "second", "draw")


@pytest.mark.parametrize(
    ("people", "count"), [(20, 3), pytest.param(200, 10, marks=pytest.mark.prove)]
)
def test_nobody_is_doubled_or_lost_and_the_right_ones_move(people: int, count: int) -> None:
    dice, now = random.Random(people), SUNDAY
    enrol(range(people))
    for number in range(1, count + 1):
        assert seasons.run_leagues(now) == (number == 1)  # later ones begin as one ends
        check_divisions(number)
        decide(dice)
        left = leave(dice, now, people // 20)
        enrol(range(1000 * number, 1000 * number + people // 20))
        before = ended(now + timedelta(days=1))
        now = Season.objects.get(number=number).ends_at
        end_due(now)
        assert seasons.run_leagues(now) == 1
        check_moves(before, left, number)


def enrol(numbers: Iterable[int]) -> None:
    made = [f"player {number}" for number in numbers]
    users = User.objects.bulk_create(
        User(name=name, name_key=name, name_look=name) for name in made
    )
    for user in users:
        enrolling.enrol(game=GAME, user=user, now=NOON)


def divisions(number: int) -> list[list[int]]:
    """The users of each division of a season, in the order it was made of."""
    found = []
    for place in range(1, Season.objects.get(number=number).divisions + 1):
        entries = Entry.objects.filter(tournament__series=f"league-{GAME}-{number}-{place}")
        found.append(list(entries.order_by("number").values_list("user", flat=True)))
    return found


def check_divisions(number: int) -> None:
    """Whoever is enrolled plays in one division, whose sizes are as the rules have them."""
    found = divisions(number)
    everybody = [key for division in found for key in division]
    assert sorted(everybody) == sorted(Enrolment.objects.values_list("user", flat=True))
    assert [len(division) for division in found] == sizes(len(everybody))


def decide(dice: random.Random) -> None:
    """Let chance decide most of what is open; the rest goes on until the end."""
    rows = list(Pairing.objects.filter(outcome=""))
    for pairing in rows:
        if dice.random() < 0.9:
            pairing.outcome = dice.choice(RESULTS)
    Pairing.objects.bulk_update(rows, ["outcome"], batch_size=500)


def leave(dice: random.Random, now: datetime, count: int) -> set[int]:
    """Some leave the league, and one more withdraws from the season; who does."""
    entries = list(Entry.objects.filter(tournament__state="running").select_related("user"))
    gone = dice.sample(entries, count + 1)
    for entry in gone[1:]:
        assert entry.user is not None
        enrolling.leave(game=GAME, user=entry.user, now=now)
    if Pairing.objects.filter(tournament=gone[0].tournament, outcome="").exists():
        uid = Tournament.objects.get(pk=gone[0].tournament_id).uid
        assert gone[0].user is not None
        withdrawing.withdraw(uid=uid, user=gone[0].user, now=now)
        return {entry.user_id or 0 for entry in gone}
    return {entry.user_id or 0 for entry in gone[1:]}


def ended(now: datetime) -> list[Tournament]:
    """The divisions of the season that runs."""
    return list(Tournament.objects.filter(state="running").order_by("pk"))


def check_moves(before: list[Tournament], left: set[int], number: int) -> None:
    """Who has left is gone, and the first and last of each division have moved."""
    after = {key: at for at, part in enumerate(divisions(number + 1)) for key in part}
    assert not left & after.keys()
    lengths = [one.entries.count() for one in before]
    for at, one in enumerate(before):
        ranked = list(one.entries.exclude(place=None).order_by("place", "number"))
        up = movers_between(lengths, at - 1, number)
        for entry in ranked[:up]:
            if entry.user_id in after:
                assert after[entry.user_id] < at
        for entry in ranked[up:]:
            if entry.user_id in after:
                assert after[entry.user_id] <= at + 1
