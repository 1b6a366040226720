"""Divisions from season to season, with people who come and go."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.leagues.pyramid import (
    MOVERS,
    USUAL,
    Pyramid,
    divided,
    movers,
    movers_between,
    next_pyramid,
    sizes,
)

UNEVEN = {4, 5, 6, 10, 11, 12, 13, 19, 20}


def test_divisions_have_seven_to_nine_wherever_that_is_possible() -> None:
    for people in range(4, 1000):
        made = sizes(people)
        assert sum(made) == people
        assert max(made) <= 9
        if people in UNEVEN:
            assert max(made) - min(made) <= 1
        else:
            assert min(made) >= 7
    assert sizes(200) == [8] * 25
    assert sizes(199) == [8] * 24 + [7]
    assert sizes(202) == [8] * 23 + [9] * 2


def test_the_upper_divisions_keep_their_size_whoever_comes_at_the_bottom() -> None:
    for people in range(80, 300):
        assert sizes(people)[: people // 8 - 8] == [USUAL] * (people // 8 - 8)


@pytest.mark.parametrize(
    ("size", "season", "number"),
    [(8, 1, 2), (9, 1, 3), (9, 2, 3), (9, 3, 2), (7, 1, 2), (5, 1, 2), (5, 3, 2), (4, 3, 2)],
)
def test_a_quarter_moves_in_the_first_two_seasons_and_two_later(
    size: int, season: int, number: int
) -> None:
    assert movers(size, season) == number


def test_two_go_up_two_go_down_and_nobody_else_moves() -> None:
    last = divided(range(24))
    moved = next_pyramid(last, 3, staying=range(24), new=[])
    assert moved == [
        [0, 1, 2, 3, 4, 5, 8, 9],
        [6, 7, 10, 11, 12, 13, 16, 17],
        [14, 15, 18, 19, 20, 21, 22, 23],
    ]


def test_free_places_are_filled_from_below_and_newcomers_begin_at_the_bottom() -> None:
    last = divided(range(24))
    moved = next_pyramid(last, 3, staying=set(range(24)) - {0, 12}, new=[30, 31, 5])
    assert moved == [
        [1, 2, 3, 4, 5, 8, 9, 6],
        [7, 10, 11, 13, 16, 17, 14, 15],
        [18, 19, 20, 21, 22, 23, 30, 31],
    ]


def test_who_comes_back_after_a_season_begins_at_the_bottom() -> None:
    last = divided(range(16))
    without = next_pyramid(last, 3, staying=range(1, 16), new=[])
    assert next_pyramid(without, 4, staying=range(16), new=[0])[-1][-1] == 0


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), leavers=st.integers(0, 30), comers=st.integers(0, 30))
def test_ten_seasons_of_two_hundred_with_leavers(seed: int, leavers: int, comers: int) -> None:
    chance = random.Random(seed)
    pyramid = divided(range(200))
    staying = set(range(200))
    following = 200
    for season in range(1, 11):
        ended = [chance.sample(division, len(division)) for division in pyramid]
        staying -= set(chance.sample(sorted(staying), min(leavers, len(staying) - 40)))
        new = list(range(following, following + comers))
        following += comers
        staying |= set(new)
        pyramid = next_pyramid(ended, season, staying=staying, new=new)
        check(ended, pyramid, season, staying)


def check(last: Pyramid, now: Pyramid, season: int, staying: set[int]) -> None:
    everybody = [key for division in now for key in division]
    assert sorted(everybody) == sorted(staying)  # nobody doubled, nobody lost
    assert [len(division) for division in now] == sizes(len(staying))
    before = {key: number for number, division in enumerate(last) for key in division}
    after = {key: number for number, division in enumerate(now) for key in division}
    known = [key for key in everybody if key in before]
    assert known == everybody[: len(known)]  # newcomers are below all others
    lengths = [len(division) for division in last]
    steady = min(len(staying), len(before)) // USUAL - 8
    for number, division in enumerate(last):
        count = movers_between(lengths, number, season)
        if number < len(last) - 1:
            assert count >= MOVERS
        for place, key in enumerate(division):
            if key not in staying or number >= steady:
                continue
            down = place >= len(division) - count
            assert after[key] <= number + down  # one division at most, and for the last alone
            if place < movers_between(lengths, number - 1, season):
                assert after[key] < number
