"""Round robins: who meets whom, and from which side."""

from __future__ import annotations

from collections import Counter

import pytest

from games.tournaments.pairings import round_robin


@pytest.mark.parametrize("players", range(2, 17))
def test_each_pair_meets_once_and_sides_differ_by_one_at_most(players: int) -> None:
    pairs = round_robin(players)
    assert Counter(map(frozenset, pairs)) == Counter(
        frozenset((one, other)) for one in range(players) for other in range(one)
    )
    firsts = Counter(first for first, _second in pairs)
    seconds = Counter(second for _first, second in pairs)
    assert all(abs(firsts[one] - seconds[one]) <= 1 for one in range(players))


@pytest.mark.parametrize("players", range(2, 9))
def test_in_a_double_one_each_pair_meets_from_both_sides(players: int) -> None:
    pairs = round_robin(players, is_double=True)
    assert sorted(pairs) == [
        (one, other) for one in range(players) for other in range(players) if one != other
    ]
