"""What is stored of a match, and what is refused when it comes back, in every game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from tests.engines.playing import ALL_EYES, Engine, after, listed, playout
from tests.engines.texts import GAMES, HIDING, NEWEST, TEXTS, each


def load(engine: Engine, data: Any, schema: int = 1) -> Any:
    return engine.codec.load_position(json.loads(json.dumps(data)), schema)


def going_on(engine: Engine, seed: bytes, plies: int) -> Any:
    """The last position of a random match of so many plies, or the one before its end."""
    match = (ply.position for ply in playout(engine, seed, limit=plies))
    return [here for here in match if engine.outcome(here) is None][-1]


@pytest.mark.parametrize(("engine", "played"), each("PLAYED"))
def test_the_layout(engine: Engine, played: tuple[str, list[str]]) -> None:
    start, moves = played
    here = after(engine, engine.codec.read(start), *moves)
    stored = {"start": start, "moves": moves, "conceded": []}
    assert engine.codec.dump_position(here) == stored
    assert load(engine, stored) == here


@pytest.mark.parametrize("engine", HIDING)
def test_a_set_up_in_progress_is_stored(engine: Engine) -> None:
    here = going_on(engine, b"x", 1)
    assert load(engine, engine.codec.dump_position(here)) == here
    assert engine.is_setting_up(here)
    assert engine.meta.placing is not None
    assert sum(map(bool, here.board)) == len(engine.meta.placing.nothing)


@pytest.mark.parametrize("seats", [{0}, {1}, {0, 1}])
@pytest.mark.parametrize("plies", [0, 1, 2, 9, 30])
@pytest.mark.parametrize("engine", GAMES)
def test_concessions_are_stored(engine: Engine, seats: set[int], plies: int) -> None:
    conceding = frozenset(map(Seat, seats))
    here = engine.concede(going_on(engine, b"y", plies), conceding).position
    stored = engine.codec.dump_position(here)
    assert stored["conceded"] == sorted(seats)
    assert load(engine, stored) == here


@pytest.mark.parametrize("seed", [b"p", b"q"])
@pytest.mark.parametrize("engine", NEWEST)
def test_a_long_match_is_stored(engine: Engine, seed: bytes) -> None:
    match = TEXTS[engine.meta.slug].long_match(seed)
    for here in (*match[::29], match[-1]):
        assert load(engine, engine.codec.dump_position(here)) == here


@pytest.mark.parametrize(("engine", "data"), each("BAD_DATA"))
def test_other_data_is_refused(engine: Engine, data: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        load(engine, data)


@pytest.mark.parametrize("engine", GAMES)
def test_more_fields_do_no_harm_and_other_schemas_are_refused(engine: Engine) -> None:
    good = TEXTS[engine.meta.slug].GOOD
    assert load(engine, {**good, "note": 1}) == load(engine, good)
    for schema in (0, 2):
        with pytest.raises(ValueError, match="schema"):
            load(engine, good, schema)


@pytest.mark.parametrize(("engine", "start"), each("UNQUOTED"))
def test_errors_do_not_quote_what_is_stored(engine: Engine, start: str) -> None:
    with pytest.raises(ValueError, match=r"^[a-z ,?-]+$"):
        load(engine, {**TEXTS[engine.meta.slug].GOOD, "start": start})


@pytest.mark.parametrize("engine", HIDING)
def test_nothing_written_to_a_log_names_a_kind(engine: Engine) -> None:
    """Whatever is hidden in them, they read the same."""
    first = going_on(engine, b"one", 2)
    for number in range(20):
        _start, *placing = playout(engine, bytes([number]), limit=2)
        here = placing[-1].position
        for viewer in (Viewer.of(Seat(0)), BYSTANDER, ALL_EYES):
            assert repr(engine.view(here, viewer)) == repr(engine.view(first, viewer))
        moves = {repr(engine.codec.load_move(str(ply.text))) for ply in placing}
        assert {repr(here), repr(first), *moves} == set(TEXTS[engine.meta.slug].REPRS)


@pytest.mark.parametrize("engine", GAMES)
def test_dice_do_not_matter_in_play(engine: Engine) -> None:
    here = going_on(engine, b"z", 2)
    (seat,) = engine.to_act(here)
    for text in listed(engine, here, Viewer.of(seat))[:3]:
        move = engine.codec.load_move(text)
        one = engine.play(here, seat, move, Dice(b"1", "1"))
        assert one == engine.play(here, seat, move, Dice(b"2", "2"))
