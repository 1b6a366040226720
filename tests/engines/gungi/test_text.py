"""Positions and moves as text and as they are stored: what is read, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import InvalidMove
from engines.core.seats import Seat
from engines.gungi.engine import ENGINE
from engines.gungi.meta import RULE_SETS
from tests.engines.gungi.boards import after, moves, position, started, text_of
from tests.engines.gungi.samples import lively
from tests.engines.gungi.texts import (
    BAD_DATA,
    BAD_MOVES,
    BAD_POSITIONS,
    ENDED,
    GOOD,
    MATED,
    MATING,
    MOVES,
    PLAYED,
    POSITIONS,
    ROUND_TRIP,
    START,
    UNQUOTED,
    long_match,
)


def load(data: Any, schema: int = 1) -> Any:
    return ENGINE.codec.load_position(json.loads(json.dumps(data)), schema)


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_read_back(text: str) -> None:
    here = ENGINE.codec.read(text)
    assert text_of(here) == text
    assert ENGINE.outcome(here) is None
    assert (here.moves, here.repetitions) == ((), 0 if here.now.placing else 1)


@pytest.mark.parametrize("text", BAD_POSITIONS)
def test_other_position_texts_are_refused_without_quoting_them(text: str) -> None:
    with pytest.raises(ValueError, match=r"^[a-z ,-]+$"):
        ENGINE.codec.read(text)


def test_what_is_refused_is_refused_once_each() -> None:
    assert len({*BAD_POSITIONS}) == len(BAD_POSITIONS)
    assert not {*BAD_POSITIONS} & {*POSITIONS}


@pytest.mark.parametrize("text", MOVES)
def test_moves_read_back(text: str) -> None:
    move = ENGINE.codec.load_move(text)
    assert ENGINE.codec.dump_move(move) == text
    assert len(text) <= 40


@pytest.mark.parametrize("text", BAD_MOVES)
def test_other_move_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        ENGINE.codec.load_move(text)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(("start", "played"), PLAYED)
def test_the_layout(start: str, played: list[str]) -> None:
    here = after(ENGINE.codec.read(start), *played)
    stored = {"start": start, "moves": played, "conceded": []}
    assert ENGINE.codec.dump_position(here) == stored
    assert load(stored) == here


@pytest.mark.parametrize("data", BAD_DATA)
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        load(data)


@pytest.mark.parametrize("start", UNQUOTED)
def test_errors_do_not_quote_what_is_stored(start: str) -> None:
    with pytest.raises(ValueError, match=r"^[a-z ,?-]+$"):
        load({**GOOD, "start": start})


def test_more_fields_do_no_harm_and_other_schemas_are_refused() -> None:
    assert load({**GOOD, "note": 1}) == load(GOOD)
    for schema in (0, 2):
        with pytest.raises(ValueError, match="schema"):
            load(GOOD, schema)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_match_is_stored_at_every_stage(rules: str) -> None:
    match = list(lively(rules, b"stored"))
    for here in (*match[::17], match[-1]):
        assert load(ENGINE.codec.dump_position(here)) == here
        if here.outcome is None:
            gone = ENGINE.concede(here, frozenset({Seat(1)})).position
            assert load(ENGINE.codec.dump_position(gone)) == gone
            both = ENGINE.concede(here, frozenset({Seat(0), Seat(1)})).position
            assert load(ENGINE.codec.dump_position(both)) == both


def test_a_long_match_is_stored() -> None:
    match = long_match(b"long")
    assert len(match) > 100
    assert load(ENGINE.codec.dump_position(match[-1])) == match[-1]


def test_repetitions_survive_storage() -> None:
    here = load({**GOOD, "moves": [*ROUND_TRIP * 3][:-1]})
    assert here.outcome is None
    ended = after(here, ROUND_TRIP[-1])
    assert ended.outcome is not None
    assert load(ENGINE.codec.dump_position(ended)).repetitions == 4


def test_an_end_is_known_again() -> None:
    assert load(ENDED).outcome == after(MATING, "h2a2").outcome
    assert position(MATED).outcome is not None
    assert moves(MATED) == set()


def test_matches_begin_as_the_rules_page_says() -> None:
    ranks = "3img3/1ra1n1as1/d1fwdwf1d/9/9/9/D1FWDWF1D/1SA1N1AR1/3GMI3"
    assert f"{ranks} J2N2R1S1D1C1K1T1/j2n2r1s1d1c1k1t1 0 guide -" == START
    assert text_of(started("beginner")) == f"{ranks} J2N2R1S1D1/j2n2r1s1d1 0 beginner -"
    low = ranks.replace("1ra1n1as1", "1s2n2s1").replace("1SA1N1AR1", "1S2N2S1")
    assert text_of(started("intro")) == f"{low} J2N2R2D1/j2n2r2d1 0 intro -"
    hand = "M1G1I1J2W2N3R2S2F2D4C1A2K1T1"
    empty = "/".join(["9"] * 9)
    for rules in ("intermediate", "advanced"):
        assert text_of(started(rules)) == f"{empty} {hand}/{hand.lower()} 0 {rules} 01"


@st.composite
def spoiled(draw: Any, whole: str) -> str:
    """*whole* with a piece cut out and something put in."""
    start = draw(st.integers(0, len(whole)))
    end = draw(st.integers(start, min(len(whole), start + 3)))
    put_in: str = draw(st.text("MmDdTt123456789|:/ -01&,*@x+９²", max_size=3))
    return whole[:start] + put_in + whole[end:]


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_nonsense_never_breaks_a_reader(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(POSITIONS).flatmap(spoiled))
    try:
        here = ENGINE.codec.read(text)
    except ValueError:
        return
    assert text_of(here) == text
    assert here.outcome is not None or moves(here)


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_nonsense_is_no_move(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(MOVES).flatmap(spoiled))
    try:
        move = ENGINE.codec.load_move(text)
    except InvalidMove:
        return
    assert ENGINE.codec.dump_move(move) == text
