"""Playing on with foresight: what it comes to, and that following it comes to the same."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.core.engine import ForesightEngine, Terms
from engines.core.seats import Seat, Viewer
from engines.nation.engine import ENGINE
from engines.nation.foresight import WAYS, foresee
from engines.nation.lookahead import lead, onward
from engines.nation.measuring import played_on
from engines.nation.moves import TRAIN
from engines.nation.npc import decision_of
from engines.nation.position import Position
from engines.nation.world import Snapshot


@pytest.fixture
def start() -> Position:
    return ENGINE.start(Terms(options={"stage": "abbey-lands"}), Dice(b"", "0")).position


def to_the_player(now: Snapshot) -> Snapshot:
    while now.turn != now.player:
        now = onward(now, decision_of(now).move)
    return now


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_who_follows_it_ends_where_it_said(start: Position, way: int) -> None:
    now = to_the_player(start.now)
    found = foresee(now, way)
    assert (found.turn, found.first is None) == (1, False)
    while not now.over:
        if now.turn != now.player:
            now = onward(now, decision_of(now).move)
            continue
        here = foresee(now, way)
        assert here.first is not None
        assert here.points == found.points
        now = onward(now, here.first)
    assert lead(now) == found.points == foresee(now, way).points
    assert foresee(now, way).first is None


def test_it_does_not_say_what_to_do_in_the_turns_of_others(start: Position) -> None:
    view = ENGINE.view(start, Viewer.of(Seat(start.now.player)))
    assert isinstance(ENGINE, ForesightEngine)
    assert ENGINE.foresee(view, 0).first is None
    assert ENGINE.foresee(view, 0).points == foresee(to_the_player(start.now), 0).points


def test_a_nation_that_is_out_has_no_power(start: Position) -> None:
    end = played_on(start.now, lambda _now: TRAIN).end
    end.nations[-1].out = True
    assert foresee(end, 0).points == -max(nation.power for nation in end.nations[:-1])
