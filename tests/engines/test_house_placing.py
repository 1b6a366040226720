"""What the site places for a seat that was silent: nobody can foresee it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import PlacingEngine
from engines.core.placing import Placing
from engines.core.seats import Seat, Viewer
from engines.registry import ENGINES
from tests.engines.playing import beginning, placed, playout, refusal

Placer = PlacingEngine[Any, Any, Any]

PLACING = [
    pytest.param(engine, id=engine.meta.slug)
    for engine in ENGINES
    if isinstance(engine, PlacingEngine)
]
MANY = 1000


def placing_of(engine: Placer) -> Placing:
    assert engine.meta.placing is not None
    return engine.meta.placing


def engine_named(slug: str) -> Placer:
    """The one that is played now."""
    *_, newest = (one for one in ENGINES if one.meta.slug == slug)
    assert isinstance(newest, PlacingEngine)
    return newest


@cache
def armies_of(slug: str) -> tuple[str, ...]:
    """Many set-ups that the site makes in as many matches, for the two seats in turn."""
    engine = engine_named(slug)
    here = beginning(engine)
    views = [engine.view(here, Viewer.of(Seat(seat))) for seat in (0, 1)]
    found = []
    for number in range(MANY):
        view = views[number % 2]
        move = engine.house_placing(view, Dice(b"%d" % number, "placing"))
        assert not refusal(engine, view, move)
        assert not engine.cautions(move)
        found.append(engine.codec.dump_move(move))
    return tuple(found)


@pytest.mark.parametrize("engine", PLACING)
def test_practically_no_two_are_alike(engine: Placer) -> None:
    assert len(set(armies_of(engine.meta.slug))) > MANY * 0.98


@pytest.mark.parametrize("engine", PLACING)
def test_none_is_one_that_everybody_knows(engine: Placer) -> None:
    placing = placing_of(engine)
    known = {
        placing.action(letters)
        for army in placing.armies
        for letters in (army.letters, placing.mirrored(army.letters))
    }
    assert placing.published() == known
    assert not known & set(armies_of(engine.meta.slug))


@pytest.mark.parametrize("engine", PLACING)
def test_no_square_gives_a_kind_away(engine: Placer) -> None:
    """Whoever knows the recommended armies by heart, and is told which of them is nearest, is still
    wrong about every third piece; and no square has the same kind two times out of three."""
    placing = placing_of(engine)
    known = [text.removeprefix("setup:") for text in placing.published()]
    found = [text.removeprefix("setup:") for text in armies_of(engine.meta.slug)]
    alike = [max(sum(map(str.__eq__, text, other)) for other in known) for text in found]
    assert sum(alike) / MANY < 0.65 * len(placing.nothing)
    for square in range(len(found[0])):
        if found[0][square] != placing.separator:
            most = Counter(text[square] for text in found).most_common(1)
            assert most[0][1] < MANY * 0.65


@pytest.mark.parametrize("engine", PLACING)
def test_it_follows_from_nothing_the_other_side_placed(engine: Placer) -> None:
    eyes, seen = Viewer.of(Seat(1)), set()
    for number in range(20):
        _start, *plies = playout(engine, bytes([number]), 2, "")
        first = next(ply for ply in plies if ply.seat == 0)
        letters = str(first.text).removeprefix("setup:")
        here = placed(engine, beginning(engine), 0, letters).position
        seen.add(str(engine.house_placing(engine.view(here, eyes), Dice(b"house", "1"))))
    alone = engine.view(beginning(engine), eyes)
    assert seen == {str(engine.house_placing(alone, Dice(b"house", "1")))}
