"""Where a game has something of its own to give away, twins look the same, too."""

from __future__ import annotations

import pytest

from engines.seichu.doubts import proof_of
from tests.secrecy import comparisons as drives
from tests.secrecy import moments
from tests.secrecy.house import showcase
from tests.secrecy.worlds import HIDDEN_GAMES

pytestmark = pytest.mark.usefixtures("db")


@pytest.mark.parametrize("game", HIDDEN_GAMES)
def test_twins_look_the_same_there(game: str) -> None:
    with showcase(game) as shown:
        assert list(moments.at_moments(shown)) == []


def test_silence_is_no_doubt_whatever_a_doubt_would_find() -> None:
    with showcase("seichu") as shown:
        for scene in moments.scenes("seichu", "asked about a foul that was captured", 2):
            assert list(drives.falling_silent(shown, scene.pair, "accept")) == []


def test_the_pairs_stand_where_a_doubt_would_hit_in_one_twin_only() -> None:
    pairs = [s.pair for s in moments.scenes("seichu", "a Doubt hits in one twin only", 4)]
    hits = [[bool(proof_of(world.position)) for world in (p.one, p.other)] for p in pairs]
    assert all(one != other for one, other in hits)
