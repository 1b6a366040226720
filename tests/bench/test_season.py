"""The season that `make bench` measures comes to its end, and its tables agree."""

from __future__ import annotations

import pytest

from tests.bench.season import play

pytestmark = [pytest.mark.django_db, pytest.mark.prove]


def test_a_season_is_played_to_its_end_and_its_tables_agree() -> None:
    played = play(8)
    users = {player.user.pk for player in played.players}
    assert {key for division in played.before for key in division} == users
    assert sum(played.outcomes.values()) == 28
    assert {"played: first", "played: second", "forfeit: void"} <= played.outcomes.keys()
    assert not [how for how in played.outcomes if how.endswith(": ")]  # none is left open
    assert played.withdrawn == 2
    assert played.wrong == 0
    # one has withdrawn, one was withdrawn, one has left
    [*gone] = users - {key for division in played.after for key in division}
    assert len(gone) == 3
