"""A turn counts if and only if it arrived by the deadline, however the sweep comes in between."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import transaction

from games.common.exceptions import GamesError
from games.match.changes import deadlines, turns
from games.match.exceptions import MatchNotActive, OutOfTime
from games.match.models import Match
from games.match.sealed import SealedPly
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from tests.kit.builders import (
    NOON,
    house_was_up,
    match_between,
    person,
    play,
    south,
    use_up_overtime,
)

pytestmark = pytest.mark.django_db

TRIALS = 80
TICK = timedelta(milliseconds=50)


@pytest.fixture
def match():
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4", "e6e5")
    use_up_overtime(match)
    house_was_up(since=NOON, until=match.deadline - timedelta(seconds=1))
    return match


def milliseconds(chance: random.Random, least: int, most: int) -> timedelta:
    return timedelta(milliseconds=chance.uniform(least, most))


def race(match, user, chance) -> tuple[timedelta, str]:
    """One move that arrives around the deadline and waits for the lock, among many sweeps.

    Everything happens in the order in which the lock is had. Returns how long before the
    deadline the move arrived, and what came of it.
    """
    arrived = match.deadline + milliseconds(chance, -200, 200)
    locked = arrived + milliseconds(chance, 0, 300)
    came_of_it = ""
    sweeps = [match.deadline + TICK * n for n in chance.sample(range(-6, 120), 5)]
    for moment in sorted([*sweeps, locked]):
        if moment != locked:
            deadlines.sweep_deadlines(now=moment)
            continue
        try:
            turns.play_move(
                uid=match.uid,
                user=user,
                move=turns.MoveRequest("d3d4", 2, "in-the-race"),
                now=arrived,
            )
            came_of_it = "played"
        except GamesError as refusal:
            came_of_it = type(refusal).__name__
    return match.deadline - arrived, came_of_it


def test_a_turn_counts_exactly_if_it_arrived_by_the_deadline(match) -> None:
    chance, user, outcomes = random.Random(20261120), south(match), set()
    for _trial in range(TRIALS):
        with transaction.atomic():
            to_spare, came_of_it = race(match, user, chance)
            outcomes.add(came_of_it)
            now = Match.objects.get(pk=match.pk)
            played = SealedPly.objects.filter(move="d3d4").exists()
            assert played == (to_spare >= timedelta()) == (came_of_it == "played")
            assert played == (now.status == Status.ACTIVE)
            assert played != (now.ended_how == "time")
            assert faults_of(now) == []
            transaction.set_rollback(True)
    assert outcomes == {"played", OutOfTime.__name__}


def test_a_move_held_up_beyond_the_grace_is_answered_with_the_end(match) -> None:
    """Ten seconds at the lock: the sweep was first, and the player is told how it stands."""
    swept = match.deadline + timedelta(seconds=6)
    assert deadlines.sweep_deadlines(now=swept) == 1
    with pytest.raises(MatchNotActive):
        turns.play_move(
            uid=match.uid,
            user=south(match),
            move=turns.MoveRequest("d3d4", 2, "held-up-long"),
            now=match.deadline,
        )
    assert Match.objects.get().ended_how == "time"
