"""Ratings follow what moderators rule: what counts for nobody, and a result that was wrong."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.match.changes import ending
from games.match.exceptions import CannotRule
from games.match.models import Match
from games.moderation.selectors.audits import faults_of
from games.moderation.services.actions import ActionRequest
from games.moderation.services.rulings import rule
from games.ratings.models import Rating, RatingEvent
from games.ratings.selectors import reliability_of
from games.ratings.services import recompute
from tests.kit.builders import NOON, match_between, person, play, south
from tests.kit.staff import staff, why

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=2)


@pytest.fixture
def match() -> Match:
    made = match_between(person("south"), person("north"), rated=True)
    play(made, "f1e2", "f7d7", "a1a2")
    ending.resign(uid=made.uid, user=south(made), now=NOON + timedelta(hours=1))
    assert ratings()["south"] < 1500 < ratings()["north"]
    return made


def ratings() -> dict[str, float]:
    return {row.user.name: row.rating for row in Rating.objects.exclude(user=None)}


def ruled(match: Match, action: str, **fields: int) -> None:
    senior = User.objects.filter(name="senior").first() or staff("senior")
    rule(uid=match.uid, asked=ActionRequest(action, **fields), why=why(senior), now=LATER)  # type: ignore[arg-type]


def test_an_annulled_match_is_as_if_it_had_not_been_rated(match: Match) -> None:
    ruled(match, "annul")
    assert ratings() == {"south": 1500, "north": 1500}
    assert not RatingEvent.objects.exists()


def test_a_match_that_counts_again_is_rated_as_before(match: Match) -> None:
    before = ratings()
    for _twice in range(2):
        ruled(match, "annul")
        ruled(match, "restore")
        assert ratings() == before
    match.refresh_from_db()
    assert match.annulled_at is None
    assert faults_of(match) == []
    with pytest.raises(CannotRule):
        ruled(match, "restore")
    assert recompute() == 0


def test_a_match_that_goes_on_is_rated_when_it_ends(match: Match) -> None:
    ruled(match, "reopen")
    assert ratings() == {"south": 1500, "north": 1500}


def test_turns_of_a_match_that_ends_twice_count_once_for_reliability(match: Match) -> None:
    def turns() -> list[tuple[int, int]]:
        found = reliability_of([player.user_id or 0 for player in match.players.all()])
        return [(one.asked, one.answered) for one in found.values()]

    before = turns()
    assert sum(answered for _asked, answered in before) == 3
    ruled(match, "win", seat=0)
    assert turns() == before
    ruled(match, "reopen")
    assert set(turns()) == {(0, 0)}


def test_another_result_is_another_rating(match: Match) -> None:
    before = ratings()
    ruled(match, "win", seat=0)
    assert ratings()["south"] > 1500 > ratings()["north"]
    assert ratings()["south"] == pytest.approx(before["north"], abs=1)


def test_a_match_in_which_a_bot_has_played_on_is_rated_for_nobody() -> None:
    match = match_between(person("south"), person("north"), rated=True)
    play(match, "f1e2", "f7d7", "a1a2")
    ruled(match, "replace", seat=1, level="easy")  # type: ignore[arg-type]
    ending.resign(uid=match.uid, user=south(match), now=LATER)
    assert not RatingEvent.objects.exists()
    assert recompute() == 0
    assert not RatingEvent.objects.exists()
