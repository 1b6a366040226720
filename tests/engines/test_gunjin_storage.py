"""What is stored of a match, and what is refused when it comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.engine import ENGINE
from engines.gunjin.setup import placement_on
from tests.engines.gunjin_boards import after, played, position, started

GOOD = {"start": "6a/8/1x6/1T6/8/A6 0", "moves": ["b3b4", "h6g6"], "conceded": []}


def load(data: Any, schema: int = 1) -> Any:
    return ENGINE.codec.load_position(json.loads(json.dumps(data)), schema)


def test_the_layout() -> None:
    here = after(started(), "b3b4")
    assert ENGINE.codec.dump_position(here) == {
        "start": "pesjkxp/ctgehbfd/tmlaabxd/ATBDDBTA/PCFXXEKP/HSLGMJE 0",
        "moves": ["b3b4"],
        "conceded": [],
    }


def test_a_set_up_in_progress_is_stored() -> None:
    here = played(b"x", 1)[-1]
    assert load(ENGINE.codec.dump_position(here)) == here
    assert here.first is None
    assert sum(map(bool, here.board)) == 23


@pytest.mark.parametrize("seats", [{0}, {1}, {0, 1}])
@pytest.mark.parametrize("plies", [0, 1, 2, 30])
def test_concessions_are_stored(seats: set[int], plies: int) -> None:
    here = ENGINE.concede(played(b"y", plies)[-1], frozenset(map(Seat, seats))).position
    assert load(ENGINE.codec.dump_position(here)) == here


@pytest.mark.parametrize("seed", [b"p", b"q"])
def test_a_whole_match_is_stored(seed: bytes) -> None:
    for here in played(seed)[::37]:
        assert load(ENGINE.codec.dump_position(here)) == here
    last = played(seed)[-1]
    assert load(ENGINE.codec.dump_position(last)) == last


def test_a_drawn_match_is_stored() -> None:
    here = position("6a/8/8/8/8/A6 0")
    for _ in range(2):
        here = after(here, "a1a2", "h6h5", "a2a1", "h5h6")
    assert here.outcome is not None
    assert load(ENGINE.codec.dump_position(here)) == here


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        None,
        {**GOOD, "start": None},
        {**GOOD, "start": "6a/8/1x6/1T6/8/A6"},
        {**GOOD, "moves": "b3b4"},
        {**GOOD, "moves": ["b3b5"]},
        {**GOOD, "moves": ["b4b3"]},
        {**GOOD, "moves": ["d3d4"]},
        {**GOOD, "moves": ["b3b4", "h6"]},
        {**GOOD, "moves": [None]},
        {**GOOD, "moves": ["setup:ATBDDBTAPCFXXEKPHSLGMJE"]},
        {**GOOD, "start": "7/8/8/8/8/7 -"},
        {**GOOD, "start": "6a/8/8/1T6/8/7 1", "moves": ["b3b4"]},
        {**GOOD, "conceded": [2]},
        {**GOOD, "conceded": [1, 0]},
        {**GOOD, "conceded": None},
        {**GOOD, "moves": ["b3b4", "h6g6", "a1a2", "g6h6", "h6h5"]},
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


def test_moves_after_the_end_are_refused() -> None:
    data = {"start": "6a/3G4/8/8/8/D6 0", "moves": ["d5d6", "h6h5"], "conceded": []}
    with pytest.raises(ValueError, match="open"):
        load(data)
    with pytest.raises(ValueError, match="over"):
        load({**data, "moves": ["d5d6"], "conceded": [0]})


@pytest.mark.parametrize("start", ["6a/8/1x6/1T6/8/G5G 0", "6a/8/1x6/1T6/8/X 0", "GXF 3", "GXF"])
def test_errors_do_not_quote_what_is_stored(start: str) -> None:
    with pytest.raises(ValueError, match=r"^[a-z ?]+$"):
        load({**GOOD, "start": start})


def test_nothing_written_to_a_log_names_a_kind() -> None:
    """Whatever is hidden in them, they read the same."""
    for seed in range(20):
        here = played(bytes([seed]), 2)[-1]
        first = played(b"one", 2)[-1]
        for viewer in (Viewer.of(Seat(0)), BYSTANDER, Viewer(sees_all=True)):
            assert repr(ENGINE.view(here, viewer)) == repr(ENGINE.view(first, viewer))
        assert repr(here) == repr(first) == "<Gunjin position after 0 steps, [0] to act>"
        placed = placement_on(here.board, 0)
        assert repr(placed) == "<Gunjin placement of 23 pieces>"


def test_dice_do_not_matter_in_play() -> None:
    here = started()
    move = ENGINE.codec.load_move("b3b4")
    one = ENGINE.play(here, Seat(0), move, Dice(b"1", "1"))
    assert one == ENGINE.play(here, Seat(0), move, Dice(b"2", "2"))
