"""Matches of bot accounts are rated among themselves, and never among people."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.match.changes import ending
from games.ratings import services
from games.ratings.models import Rating
from games.ratings.pools import PEOPLE, PROGRAMS, Pool
from games.ratings.selectors import leaders, rating_of, seat_ratings
from tests.api.kit import Program
from tests.kit.builders import NOON, match_between, person, play
from tests.programs.test_becoming import bot_of

pytestmark = pytest.mark.django_db
APART, AMONG_PEOPLE = Pool("xiongqi", "slow", PROGRAMS), Pool("xiongqi", "slow", PEOPLE)


def lost(loser: User, winner: User) -> None:
    match = match_between(loser, winner, rated=True)
    play(match, "e3e4", "e6e5")
    assert set(seat_ratings(match, [*match.players.all()], NOON)) == {0, 1}
    ending.resign(uid=match.uid, user=loser, now=NOON)


def test_they_are_rated_apart_and_stand_on_no_leaderboard_of_people() -> None:
    bot, ona = bot_of(person("Mika"), "Walker"), person("Ona", meets_bots=True)
    lost(ona, bot)
    assert rating_of(bot.pk, APART, NOON).rating > 1500 > rating_of(ona.pk, APART, NOON).rating
    assert set(Rating.objects.values_list("versus", flat=True)) == {PROGRAMS}
    assert rating_of(ona.pk, AMONG_PEOPLE, NOON).matches == 0
    assert services.recompute() == 0
    Rating.objects.update(matches=20, deviation=50)
    assert [line.name for line in leaders(APART, NOON)] == ["Walker [bot]"]
    assert leaders(AMONG_PEOPLE, NOON) == []
    page = Client()
    assert "Walker [bot]" not in page.get("/ratings/").content.decode()
    assert "Walker [bot]" in page.get("/ratings/?who=bots").content.decode()
    answer = Program(ona).get("/ratings/xiongqi", versus="robots").json()["leaders"]
    assert [line["name"] for line in answer] == ["Walker [bot]"]
    assert "with bot accounts" in page.get("/people/Ona/").content.decode()
