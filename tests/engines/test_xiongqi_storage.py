"""Stored positions: what they hold, and what is refused as never stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.engines.xiongqi_boards import NORTH, SOUTH, after, position
from tests.engines.xiongqi_samples import XIONGQI

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
ROUND_TRIP = ["a1a2", "a8a7", "a2a1", "a7a8"]
STORED: dict[str, Any] = {"start": START, "moves": ["a3a4", "a6a5"], "conceded": []}
MATED: dict[str, Any] = {"start": "g7/8/8/4G3/8/8/1R6/7R S", "moves": ["h1a1"], "conceded": []}


def load(data: object) -> Any:
    return XIONGQI.codec.load_position(json.loads(json.dumps(data)), 1)


def test_what_is_stored() -> None:
    assert XIONGQI.codec.dump_position(after(START, "a3a4", "a6a5")) == STORED
    assert load(STORED) == after(START, "a3a4", "a6a5")


def test_repetitions_survive_storage() -> None:
    here = load({**STORED, "moves": [*ROUND_TRIP, *ROUND_TRIP[:-1]]})
    assert after(here, ROUND_TRIP[-1]).outcome is not None
    assert load(XIONGQI.codec.dump_position(after(here, ROUND_TRIP[-1]))).repetitions == 3


def test_a_start_with_north_to_move_survives_storage() -> None:
    here = after("4g3/8/8/8/8/8/8/R2GA2r N", "e8f8")
    assert load(XIONGQI.codec.dump_position(here)) == here


@pytest.mark.parametrize("seats", [{SOUTH}, {NORTH}, {SOUTH, NORTH}])
def test_concessions_survive_storage(seats: Any) -> None:
    here = XIONGQI.concede(after(START, "a3a4"), frozenset(seats)).position
    assert XIONGQI.codec.dump_position(here)["conceded"] == sorted(seats)
    assert load(XIONGQI.codec.dump_position(here)) == here


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        None,
        {**STORED, "start": None},
        {**STORED, "start": "8/8/8/8/8/8/8/8 S"},
        {**STORED, "moves": "a3a4"},
        {**STORED, "moves": ["a3a5"]},
        {**STORED, "moves": ["a6a5"]},
        {**STORED, "moves": ["e4e5"]},
        {**STORED, "moves": ["a3a4", "a4a5"]},
        {**STORED, "moves": ["a3a4=E"]},
        {**STORED, "moves": [None]},
        {**STORED, "moves": [["a3a4"]]},
        {**STORED, "moves": ["pass"]},
        {**STORED, "moves": [*ROUND_TRIP, *ROUND_TRIP, "a3a4"]},
        {**STORED, "conceded": [2]},
        {**STORED, "conceded": [1, 0]},
        {**STORED, "conceded": [0, 0]},
        {**STORED, "conceded": 0},
        {**STORED, "conceded": None},
        {**MATED, "conceded": [1]},
        {**MATED, "moves": ["h1a1", "a8b8"]},
        {**STORED, "start": "3g4/4r3/8/8/8/4H3/8/4G3 S", "moves": ["e3f5"]},
        {**STORED, "start": "4g3/8/8/8/8/8/8/3G3R S", "moves": ["d1e1"]},
        {**STORED, "start": "8/8/6g1/8/8/8/s7/G7 S", "moves": ["a1a2", "g6g5"]},
    ],
)
def test_what_no_position_dumps_to_is_refused(data: object) -> None:
    with pytest.raises(ValueError):
        load(data)


def test_an_unknown_schema_is_refused() -> None:
    with pytest.raises(ValueError, match="schema"):
        XIONGQI.codec.load_position(STORED, 2)


def test_a_mate_is_known_again() -> None:
    assert load(MATED).outcome == after(MATED["start"], "h1a1").outcome


def test_positions_read_from_text_start_afresh() -> None:
    here = position("4g3/8/8/8/8/8/8/R2GA2r N")
    assert (here.repetitions, here.moves) == (1, ())
