"""Glicko-2 against the worked example of Glickman's paper, and its limits."""

from __future__ import annotations

import pytest

from games.ratings.glicko import START_DEVIATION, Strength, aged, expected, rated

PLAYER = Strength(1500, 200, 0.06)
OPPONENTS = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]


def test_the_worked_example_of_the_paper() -> None:
    after = rated(PLAYER, OPPONENTS)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@pytest.mark.parametrize(
    ("opponent", "chance"),
    [(Strength(1400, 30), 0.639), (Strength(1550, 100), 0.432), (Strength(1700, 300), 0.303)],
)
def test_the_expected_scores_of_the_paper(opponent: Strength, chance: float) -> None:
    assert expected(PLAYER, opponent) == pytest.approx(chance, abs=0.0006)


def test_without_a_match_only_the_deviation_grows() -> None:
    after = rated(PLAYER, [])
    assert (after.rating, after.volatility) == (PLAYER.rating, PLAYER.volatility)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert after == aged(PLAYER, 1)


def test_nobody_is_less_known_than_a_newcomer() -> None:
    assert aged(PLAYER, 1e6).deviation == START_DEVIATION


def test_no_time_passed_changes_nothing() -> None:
    assert aged(PLAYER, 0).deviation == pytest.approx(PLAYER.deviation)


def test_winner_and_loser_mirror_each_other() -> None:
    fresh = Strength()
    won, lost = rated(fresh, [(fresh, 1.0)]), rated(fresh, [(fresh, 0.0)])
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.deviation == lost.deviation < START_DEVIATION


def test_a_surprise_makes_a_rating_more_volatile() -> None:
    strong, weak = Strength(2200, 40), Strength(1200, 40)
    assert (
        rated(weak, [(strong, 1.0)] * 5).volatility
        > 0.06
        > rated(weak, [(strong, 0.0)] * 5).volatility
    )
