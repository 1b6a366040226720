"""Whoever begins a tournament is killed again and again: nobody gets a match twice, or none.

`make prove` kills it a thousand times.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle, product

import pytest

from games.match.models import Match, Player
from games.tournaments import selectors
from games.tournaments.models import Entry, Tournament
from games.tournaments.pairings import round_robin
from games.tournaments.services import beginning
from tests.faults.crashing import Point, dies
from tests.kit.builders import NOON, person

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

FUNCTIONS = (
    "games.match.terms.opening.create_event_match",
    "games.match.terms.opening.begin",
    "games.match.terms.opening.follow",
    "django.db.backends.base.base.BaseDatabaseWrapper.commit",
)
"""Where it dies: before one of these, or after it."""
LATEST = 5
"""At which call of it at the latest; a begin takes twelve."""
PLAYERS = 4


def full() -> Tournament:
    """A tournament that is full and has not begun."""
    number = Tournament.objects.count()
    people = [person(f"p{number}x{each}") for each in range(PLAYERS)]
    tournament = Tournament.objects.create(
        key=f"k{number}", name="Killed", made_by=people[0], game="xiongqi",
        time_control="relaxed", size=PLAYERS, created_at=NOON, closes_at=NOON.replace(year=2099),
    )  # fmt: skip
    Entry.objects.bulk_create(
        Entry(tournament=tournament, user=user, entered_at=NOON) for user in people
    )
    return tournament


def work() -> None:
    """What the sweep does."""
    beginning.begin_due(NOON)
    beginning.begin_matches(NOON)


def is_begun(tournament: Tournament) -> bool:
    tournament.refresh_from_db()
    return tournament.state == Tournament.State.RUNNING and not selectors.to_begin().exists()


@pytest.mark.parametrize(
    ("seed", "wanted"),
    [(0, 12), *(pytest.param(seed, 100, marks=pytest.mark.prove) for seed in range(1, 11))],
)
def test_nobody_gets_a_match_twice_wherever_the_begin_is_killed(seed: int, wanted: int) -> None:
    chance, kills = random.Random(seed), 0
    places = cycle(product(FUNCTIONS, (True, False)))
    while kills < wanted:
        tournament = full()
        while not is_begun(tournament):
            function, after = next(places)
            kills += dies(Point(function, after, chance.randint(1, LATEST)), work)
        entries = list(tournament.entries.order_by("number"))
        pairs = {
            (entries[a].user_id, entries[b].user_id) for a, b in round_robin(4, is_double=True)
        }
        seats = Player.objects.filter(match__event=tournament.uid).order_by("match", "seat")
        people = list(seats.values_list("user", flat=True))
        met = Counter(zip(people[::2], people[1::2], strict=True))
        assert met == Counter(pairs)
        kept = Match.objects.filter(event=tournament.uid).values_list("pk", flat=True)
        assert set(kept) == set(tournament.pairings.values_list("match", flat=True))
    assert kills >= wanted
