"""What is stored of a match, and what is refused when it comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.engine import ENGINE
from engines.seichu.moves import drop_of, step_of
from engines.seichu.setup import placement_on
from tests.engines.seichu_boards import after, played, started
from tests.engines.seichu_matches import quiet_match

GOOD = {"start": "k3/4/r3/4/4/4/P2K -/s 1", "moves": ["a5a1", "d1a1", "accept"], "conceded": []}


def load(data: Any, schema: int = 1) -> Any:
    return ENGINE.codec.load_position(json.loads(json.dumps(data)), schema)


def test_the_layout() -> None:
    here = after("k3/4/r3/4/4/4/P2K -/s 1", "a5b2", "d1b2", "accept", "S*c1", "R*d4")
    assert ENGINE.codec.dump_position(here) == {
        "start": "k3/4/r3/4/4/4/P2K -/s 1",
        "moves": ["a5b2", "d1b2", "accept", "S*c1", "R*d4"],
        "conceded": [],
    }
    tried = after("4/1K2/4/4/4/4/k3 -/- 0", "b6b7!")
    assert ENGINE.codec.dump_position(tried)["moves"] == ["b6b7!"]


def test_a_set_up_in_progress_is_stored() -> None:
    here = played(b"x", 1)[-1]
    assert load(ENGINE.codec.dump_position(here)) == here
    assert here.first is None
    assert sum(map(bool, here.board)) == 8


@pytest.mark.parametrize("seats", [{0}, {1}, {0, 1}])
@pytest.mark.parametrize("plies", [0, 1, 2, 9])
def test_concessions_are_stored(seats: set[int], plies: int) -> None:
    here = ENGINE.concede(played(b"y", plies)[-1], frozenset(map(Seat, seats))).position
    assert load(ENGINE.codec.dump_position(here)) == here


@pytest.mark.parametrize("seed", [b"p", b"q"])
def test_a_long_match_is_stored(seed: bytes) -> None:
    for here in quiet_match(seed)[::29]:
        assert load(ENGINE.codec.dump_position(here)) == here


@pytest.mark.parametrize("answer", ["doubt", "accept"])
def test_questions_and_answers_are_stored(answer: str) -> None:
    for text, moves in (
        ("k3/4/r3/4/4/4/P2K -/- 1", ["a5b2", "d1b2"]),
        ("k3/4/r3/4/4/4/P2K -/- 1", ["a5a2", "d1a2"]),
        ("k3/4/4/4/4/1r2/1K2 -/- 1", ["b2b1"]),
    ):
        asked = after(text, *moves)
        answered = after(asked, answer)
        assert load(ENGINE.codec.dump_position(asked)) == asked
        assert load(ENGINE.codec.dump_position(answered)) == answered


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        None,
        {**GOOD, "start": None},
        {**GOOD, "start": "k3/4/r3/4/4/4/P2K -/s"},
        {**GOOD, "moves": "a5a1"},
        {**GOOD, "moves": ["a1a2"]},
        {**GOOD, "moves": ["a5a7"]},
        {**GOOD, "moves": ["d4d5"]},
        {**GOOD, "moves": ["P*d4"]},
        {**GOOD, "moves": ["a5a4!"]},
        {**GOOD, "moves": ["a5a1", "d1a1", "a7a6"]},
        {**GOOD, "moves": ["a5a1", "d1a1", "accept", "accept"]},
        {**GOOD, "moves": ["accept"]},
        {**GOOD, "moves": ["doubt", "d1d2"]},
        {**GOOD, "moves": ["a5a1", "d1"]},
        {**GOOD, "moves": [None]},
        {**GOOD, "moves": ["setup:GSPR/KLNP"]},
        {**GOOD, "start": "4/4/4/4/4/4/4 -/- -"},
        {**GOOD, "conceded": [2]},
        {**GOOD, "conceded": [1, 0]},
        {**GOOD, "conceded": None},
        {**GOOD, "moves": ["doubt"], "conceded": [0]},
        {"start": GOOD["start"], "moves": []},
    ],
)
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        load(data)


def test_more_fields_do_no_harm_and_other_schemas_are_refused() -> None:
    assert load({**GOOD, "note": 1}) == load(GOOD)
    for schema in (0, 2):
        with pytest.raises(ValueError, match="schema"):
            load(GOOD, schema)


@pytest.mark.parametrize(
    "start",
    [
        "k3/4/4/4/4/4/KK2 -/- 0",
        "4/4/4/4/4/4/4 K/- 0",
        "4/4/4/4/4/4/RRR1 -/- 0",
        "KX4 0",
        "4/4 r/- 1",
    ],
)
def test_errors_do_not_quote_what_is_stored(start: str) -> None:
    with pytest.raises(ValueError, match=r"^[a-z ,]+$"):
        load({**GOOD, "start": start})


def test_nothing_written_to_a_log_names_a_kind() -> None:
    """Whatever is hidden in them, they read the same."""
    first = played(b"one", 2)[-1]
    for seed in range(20):
        here = played(bytes([seed]), 2)[-1]
        for viewer in (Viewer.of(Seat(0)), BYSTANDER, Viewer(sees_all=True)):
            assert repr(ENGINE.view(here, viewer)) == repr(ENGINE.view(first, viewer))
        assert repr(here) == repr(first) == "<Seichu position after 0 plies, [0] to act>"
        assert repr(placement_on(here.board, 0)) == "<Seichu placement of 8 pieces>"
    assert {repr(drop_of(kind, 5)) for kind in range(2, 9)} == {"<Seichu drop on b2>"}
    assert {repr(step_of(4, 5)) for _ in range(2)} == {"Step(origin=4, target=5, trial=False)"}


def test_dice_do_not_matter_in_play() -> None:
    here = started()
    move = ENGINE.codec.load_move("b2b3")
    one = ENGINE.play(here, Seat(0), move, Dice(b"1", "1"))
    assert one == ENGINE.play(here, Seat(0), move, Dice(b"2", "2"))
