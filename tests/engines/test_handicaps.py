"""Matches in which seat 0 places a lesser army: both sides know which."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.placing import Placing
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.registry import ENGINES, bot_for
from tests.engines.playing import after, contest, playout, refusal

Engine = Any

SOUTH, NORTH = Viewer.of(Seat(0)), Viewer.of(Seat(1))
HANDICAPS = [
    pytest.param(engine, name, id=f"{engine.meta.slug}-{name}")
    for engine in ENGINES
    if engine.meta.placing
    for name in engine.meta.handicaps
]
pytestmark = pytest.mark.parametrize(("engine", "name"), HANDICAPS)


def begun(engine: Engine, name: str) -> Any:
    terms = Terms(start=engine.meta.handicaps[name])
    return engine.start(terms, Dice(b"", "0")).position


def placings(engine: Engine, name: str) -> tuple[Placing, Placing]:
    """How each seat is set up."""
    start = engine.meta.handicaps[name]
    lesser, usual = (engine.meta.placing.for_seat(seat, start) for seat in (0, 1))
    assert usual == engine.meta.placing != lesser
    return lesser, usual


def set_up(engine: Engine, name: str, number: int = 0) -> Any:
    """Where play begins with recommended set-ups."""
    texts = [placing.action(placing.armies[number].letters) for placing in placings(engine, name)]
    return after(engine, begun(engine, name), *texts)


def armies_told(engine: Engine, here: Any, viewer: Viewer) -> list[str]:
    told = engine.codec.dump_view(engine.view(here, viewer))
    return list(told["armies" if "armies" in told else "owned"])


def test_everybody_is_told_both_armies(engine: Engine, name: str) -> None:
    lesser, usual = (placing.pieces for placing in placings(engine, name))
    assert len(lesser) <= len(usual)
    assert Counter(usual) - Counter(lesser)
    for here in (begun(engine, name), set_up(engine, name)):
        for viewer in (SOUTH, NORTH, BYSTANDER):
            assert armies_told(engine, here, viewer) == [lesser, usual]


def test_each_seat_places_its_own_army_and_no_other(engine: Engine, name: str) -> None:
    here, both = begun(engine, name), placings(engine, name)
    for seat, own in enumerate(both):
        view = engine.view(here, Viewer.of(Seat(seat)))
        other = both[1 - seat]
        for number, army in enumerate(own.armies):
            assert own.is_complete(army.letters)
            assert not refusal(engine, view, engine.codec.load_move(own.action(army.letters)))
            foreign = engine.codec.load_move(own.action(other.armies[number].letters))
            if Counter(other.armies[number].letters) - Counter(own.pieces):
                assert refusal(engine, view, foreign) == "wrong-army"
        missing = next(iter(Counter(both[1].pieces) - Counter(both[0].pieces)))
        doubled = own.action(missing * 2 + own.armies[0].letters[2:])
        assert refusal(engine, view, engine.codec.load_move(doubled)) == "wrong-army"


def test_the_house_places_what_there_is(engine: Engine, name: str) -> None:
    view, lesser = engine.view(begun(engine, name), SOUTH), placings(engine, name)[0]
    found = set()
    for number in range(60):
        move = engine.house_placing(view, Dice(b"%d" % number, "placing"))
        assert not refusal(engine, view, move)
        assert not engine.cautions(move)
        found.add(engine.codec.dump_move(move))
    assert len(found) > 55
    assert not found & lesser.published()


def test_a_set_up_of_the_usual_army_is_fitted(engine: Engine, name: str) -> None:
    """What can stand stays where it stands."""
    lesser, usual = placings(engine, name)
    for army in usual.armies:
        fitted = lesser.fitted(army.letters)
        assert lesser.is_complete(fitted)
        gone = Counter(army.letters) - Counter(lesser.pieces)
        pairs = zip(army.letters, fitted, strict=True)
        assert sum(one != other for one, other in pairs) == gone.total()
        assert usual.fitted(army.letters) == army.letters
    assert lesser.fitted(usual.nothing) == usual.nothing


def test_nobody_is_taken_for_what_the_army_does_not_have(engine: Engine, name: str) -> None:
    here, lesser = set_up(engine, name), Counter(placings(engine, name)[0].pieces)
    for viewer in (NORTH, BYSTANDER):
        sheet = engine.knowledge(engine.view(here, viewer))
        can_be = {kind for one in sheet.suspects if one.seat == 0 for kind in one.kinds}
        assert can_be == set(lesser)
        left = {line.kind: line.total for line in sheet.left[0]}
        assert {kind: total for kind, total in left.items() if total} == lesser
    assert {kind for one in sheet.suspects if one.seat == 1 for kind in one.kinds} == {
        *engine.meta.kinds
    }


def test_its_texts_and_no_others_are_read(engine: Engine, name: str) -> None:
    start = engine.meta.handicaps[name]
    here = begun(engine, name)
    assert engine.codec.write(here) == start
    text = engine.codec.write(set_up(engine, name))
    assert engine.codec.write(engine.codec.read(text)) == text
    for wrong in (start[:-1], start + "s", start + " ", start.lower(), start.replace("/", "-")):
        with pytest.raises(ValueError):
            engine.codec.read(wrong)
    with pytest.raises(ValueError, match="start"):
        engine.start(Terms(start=text), Dice(b"", "0"))


def test_worlds_have_the_same_armies(engine: Engine, name: str) -> None:
    *_, last = playout(engine, b"worlds", 60, engine.meta.handicaps[name])
    for viewer in (SOUTH, NORTH, BYSTANDER):
        seen = engine.view(last.position, viewer)
        for number in range(4):
            other = engine.resample(last.position, viewer, Dice(b"world", str(number)))
            assert engine.view(other, viewer) == seen
            everything = engine.view(other, Viewer(sees_all=True))
            assert armies_told(engine, other, viewer) == armies_told(engine, last.position, viewer)
            assert everything.armies == seen.armies


def test_bots_of_every_level_set_up_and_play_in_it(engine: Engine, name: str) -> None:
    """Against each other, a few plies from the first to the last; each move is open."""
    start, published = engine.meta.handicaps[name], placings(engine, name)[0].published()
    for level in engine.meta.bot_levels:
        bot = bot_for(engine.meta.slug, level).choose
        view = engine.view(begun(engine, name), SOUTH)
        placed = bot(view, Dice(b"bot", level))
        assert not refusal(engine, view, placed)
        assert not engine.cautions(placed)
        assert engine.codec.dump_move(placed) not in published
        contest(engine, level.encode(), bot, bot, limit=PLIES, start=start)


PLIES = 5
"""With both set-ups."""


def test_easy_bots_play_no_worse_with_it_than_by_the_dice(engine: Engine, name: str) -> None:
    """Whichever seat they have, the lesser one as well."""
    start, won = engine.meta.handicaps[name], 0
    for number in range(MATCHES):
        for own, level in ((0, "easy"), (1, "easy-bold")):
            players = [engine.sample_move, engine.sample_move]
            players[own] = bot_for(engine.meta.slug, level).choose
            last = contest(engine, b"sense%d" % number, *players, start=start)
            won += own in engine.outcome(last).winners
    assert won > MATCHES, "of twice as many"


MATCHES = 3


def test_bots_play_it_to_the_end(engine: Engine, name: str) -> None:
    easy = bot_for(engine.meta.slug, "easy").choose
    last = contest(engine, b"end", easy, easy, start=engine.meta.handicaps[name])
    assert engine.outcome(last) is not None
