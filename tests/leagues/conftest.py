"""People who are enrolled in the league of Xiongqi."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.leagues.models import League, Season
from games.leagues.services import enrolling, seasons
from games.tournaments.models import Tournament
from games.tournaments.services import beginning
from games.tournaments.services import ending as ends
from tests.kit.builders import NOON, person

SUNDAY = NOON + timedelta(days=(6 - NOON.weekday()) % 7)
"""At noon."""
GAME = "xiongqi"


def enrol_all(names: list[str]) -> list[User]:
    """Make people of those names, and enrol them."""
    people = [person(name) for name in names]
    for user in people:
        enrolling.enrol(game=GAME, user=user, now=NOON)
    return people


@pytest.fixture
def eight(db: None) -> list[User]:
    return enrol_all(["ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"])


@pytest.fixture
def sixteen(eight: list[User]) -> list[User]:
    return eight + enrol_all(["ian", "jim", "kim", "leo", "mia", "ned", "oda", "pam"])


def season() -> Season:
    """The last one."""
    return Season.objects.order_by("-number")[0]


def division(number: int) -> Tournament:
    """A division of the last season."""
    return Tournament.objects.get(series=f"league-xiongqi-{season().number}-{number}")


def players(number: int) -> list[str]:
    """Who plays in it, in the order it was made of."""
    return [entry.user.name for entry in division(number).entries.order_by("number") if entry.user]


def finish(now: object) -> None:
    """What the sweeps do once the season has ended."""
    ends.end_due(now)  # type: ignore[arg-type]
    ends.end_matches(now)  # type: ignore[arg-type]
    seasons.run_leagues(now)  # type: ignore[arg-type]
    beginning.begin_matches(now)  # type: ignore[arg-type]


def league() -> League:
    """That of Xiongqi."""
    return League.objects.get(game=GAME)
