"""Seasons: their begin on a Sunday, their hard end, who goes up and down, and killed starts."""

from __future__ import annotations

import os
import random
from datetime import timedelta

import pytest

from accounts.models import User
from games.leagues.models import Enrolment, Season
from games.leagues.services import enrolling, seasons
from games.match.changes import ending
from games.match.models import Match
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from games.ratings.models import RatingEvent
from games.tournaments.models import Entry, Pairing, Tournament
from games.tournaments.services import beginning, divisions, withdrawing
from games.tournaments.services import ending as ends
from tests.kit.builders import QUICK_MATE, play
from tests.leagues.conftest import (
    GAME,
    SUNDAY,
    division,
    enrol_all,
    finish,
    league,
    players,
    season,
)

pytestmark = pytest.mark.django_db
LATER = SUNDAY.replace(hour=0, minute=0) + seasons.SEASON
KILLED = int(os.environ.get("JINYA_KILLED_STARTS", "5"))


def test_a_season_begins_on_a_sunday_and_lasts_ten_weeks(sixteen: list[User]) -> None:
    for days in range(1, 7):
        assert seasons.run_leagues(SUNDAY + timedelta(days=days)) == 0
    assert seasons.run_leagues(SUNDAY) == 1
    assert (season().starts_at.weekday(), season().starts_at.hour) == (6, 0)
    assert season().ends_at - season().starts_at == timedelta(weeks=10)
    assert (season().divisions, Tournament.objects.count()) == (2, 2)
    assert Pairing.objects.count() == 2 * 28
    assert beginning.begin_matches(SUNDAY) == 56
    match = Match.objects.all()[0]
    assert match.rated and match.event == division(1).uid
    assert seasons.run_leagues(SUNDAY) == 0


def test_three_are_too_few(db: None) -> None:
    enrol_all(["ann", "bob", "cat"])
    assert seasons.run_leagues(SUNDAY) == 0
    enrol_all(["dan"])
    assert seasons.run_leagues(SUNDAY) == 1
    assert division(1).is_double


def test_what_goes_on_at_the_end_is_drawn_unrated_whatever_stands(eight: list[User]) -> None:
    seasons.run_leagues(SUNDAY)
    beginning.begin_matches(SUNDAY)
    played = division(1).pairings.get(first__user=eight[0], second__user=eight[1])
    play(played.match, *QUICK_MATE, now=SUNDAY)
    rated = RatingEvent.objects.count()
    assert ends.end_due(LATER - timedelta(seconds=1)) == 0
    finish(LATER)
    rest = Pairing.objects.filter(tournament__series="league-xiongqi-1-1").exclude(pk=played.pk)
    assert {(one.outcome, one.is_forfeit, one.ends_match) for one in rest} == {
        ("draw", True, False)
    }
    for one in rest:
        assert one.match is not None
        results = set(one.match.players.values_list("result", flat=True))
        assert (one.match.status, one.match.ended_how) == (Status.FINISHED, "season")
        assert (results, one.match.rated) == ({"drawn"}, False)
        assert faults_of(one.match) == []
    assert RatingEvent.objects.count() == rated
    first = Tournament.objects.get(series="league-xiongqi-1-1")
    assert first.state == Tournament.State.OVER
    assert first.entries.get(place=1).user == eight[0]
    for user in eight:
        assert Notice.objects.filter(user=user, kind="division-over").count() == 1
    # the next season begins at once, for it is a Sunday
    assert season().number == 2 and season().starts_at == LATER


def test_the_first_two_go_up_the_last_two_down_and_leavers_are_replaced(
    sixteen: list[User],
) -> None:
    seasons.run_leagues(SUNDAY)
    assert players(1) == ["ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"]
    beginning.begin_matches(SUNDAY)
    for number in (1, 2):
        # the lower name wins, so the order of the alphabet is that of the table
        for pairing in division(number).pairings.select_related("match", "first", "second"):
            loser = max(pairing.first, pairing.second, key=lambda entry: entry.number).user
            assert pairing.match is not None and loser is not None
            ending.resign(uid=pairing.match.uid, user=loser, now=SUNDAY)
    enrolling.leave(game=GAME, user=sixteen[0], now=SUNDAY)
    enrol_all(["zoe"])
    finish(LATER)
    assert players(1) == ["bob", "cat", "dan", "eve", "fay", "ian", "jim", "gus"]
    assert players(2) == ["hal", "kim", "leo", "mia", "ned", "oda", "pam", "zoe"]


def test_who_was_withdrawn_is_enrolled_no_more(eight: list[User]) -> None:
    seasons.run_leagues(SUNDAY)
    withdrawing.withdraw(uid=division(1).uid, user=eight[3], now=SUNDAY)
    finish(LATER)
    assert not Enrolment.objects.filter(user=eight[3]).exists()
    assert "dan" not in players(1) and len(players(1)) == 7


def test_closed_accounts_are_left_out(eight: list[User]) -> None:
    User.objects.filter(pk=eight[0].pk).update(is_active=False)
    seasons.run_leagues(SUNDAY)
    assert len(players(1)) == 7 and league().enrolments.count() == 7


def test_a_house_that_was_down_begins_on_the_next_sunday(eight: list[User]) -> None:
    seasons.run_leagues(SUNDAY)
    late = LATER + timedelta(days=2)
    finish(late)
    assert season().number == 1 and season().ended_at == late
    assert seasons.next_start(season(), late) == LATER + timedelta(weeks=1)
    finish(LATER + timedelta(weeks=1))
    assert season().number == 2


@pytest.mark.parametrize("seed", range(KILLED))
def test_a_start_that_is_killed_anywhere_begins_once(
    sixteen: list[User], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    begin = divisions.begin

    def dies(chosen: float) -> None:
        if chance.random() < chosen:
            raise KeyboardInterrupt

    def killed_begin(*facts: object) -> None:
        dies(0.3)
        begin(*facts)  # type: ignore[arg-type]
        dies(0.3)

    monkeypatch.setattr(divisions, "begin", killed_begin)
    for _attempt in range(200):
        try:
            seasons.run_leagues(SUNDAY)
        except KeyboardInterrupt:
            assert not Season.objects.exists() and not Tournament.objects.exists()
        else:
            break
    for _again in range(3):
        seasons.run_leagues(SUNDAY)
    assert Season.objects.count() == 1
    assert Tournament.objects.count() == 2
    assert Entry.objects.count() == 16
    assert Pairing.objects.count() == 56


def test_the_end_of_a_match_that_was_played_a_moment_before_is_kept(eight: list[User]) -> None:
    seasons.run_leagues(SUNDAY)
    beginning.begin_matches(SUNDAY)
    pairing = division(1).pairings.all()[0]
    Tournament.objects.update(ends_at=SUNDAY)
    ends.end_due(SUNDAY)
    assert pairing.match is not None
    play(pairing.match, *QUICK_MATE, now=SUNDAY)
    pairing.refresh_from_db()
    assert (pairing.outcome, pairing.ends_match) == ("draw", True)
    ends.end_matches(SUNDAY)
    pairing.refresh_from_db()
    assert not pairing.ends_match
