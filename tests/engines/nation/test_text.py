"""What is read, written and stored; nonsense is refused with the errors of the contract."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.dice import Dice
from engines.core.errors import InvalidMove
from engines.core.seats import Seat, Viewer
from engines.nation.engine import ENGINE
from tests.engines.nation import texts
from tests.engines.nation.boards import board, nation, play
from tests.engines.playing import after
from tests.engines.test_engine_fuzz import nonsense


def load(data: Any, schema: int = 1) -> Any:
    return ENGINE.codec.load_position(json.loads(json.dumps(data)), schema)


@pytest.mark.parametrize("text", texts.POSITIONS)
def test_positions_read_back(text: str) -> None:
    here = ENGINE.codec.read(text)
    assert ENGINE.codec.write(here) == text
    assert here.outcome is None


def test_order_and_spacing_of_a_text_do_not_matter() -> None:
    data = json.loads(texts.RICH)
    loose = json.dumps(dict(reversed(data.items())), indent=2)
    assert ENGINE.codec.read(loose) == ENGINE.codec.read(texts.RICH)


@pytest.mark.parametrize("text", texts.BAD_POSITIONS)
def test_other_position_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        ENGINE.codec.read(text)


@pytest.mark.parametrize("text", texts.MOVES)
def test_moves_read_back(text: str) -> None:
    assert ENGINE.codec.dump_move(ENGINE.codec.load_move(text)) == text


@pytest.mark.parametrize("text", texts.BAD_MOVES)
def test_other_move_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        ENGINE.codec.load_move(text)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(("start", "moves"), texts.PLAYED)
def test_the_layout(start: str, moves: list[str]) -> None:
    here = after(ENGINE, ENGINE.codec.read(start), *moves)
    stored = {"start": start, "moves": moves, "conceded": []}
    assert ENGINE.codec.dump_position(here) == stored
    assert load(stored) == here


@pytest.mark.parametrize("data", texts.BAD_DATA)
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        load(data)


def test_more_fields_do_no_harm_and_other_schemas_are_refused() -> None:
    assert load({**texts.GOOD, "note": 1}) == load(texts.GOOD)
    for schema in (0, 2):
        with pytest.raises(ValueError, match="schema"):
            load(texts.GOOD, schema)


def test_concessions_are_stored_where_they_happened() -> None:
    here = play(ENGINE.codec.read(texts.RICH), "train").position
    left = ENGINE.concede(here, frozenset({Seat(0)})).position
    assert left.outcome is not None
    stored = ENGINE.codec.dump_position(left)
    assert (stored["conceded"], stored["moves"]) == ([0], ["train", "concede:0"])
    assert load(stored) == left


def test_a_long_match_is_stored() -> None:
    match = texts.long_match(b"p")
    for here in (*match[::49], match[-1]):
        assert load(ENGINE.codec.dump_position(here)) == here


def test_dice_do_not_matter() -> None:
    here = ENGINE.codec.read(texts.SMALL)
    move = ENGINE.codec.load_move("battle:npc1")
    one = ENGINE.play(here, Seat(1), move, Dice(b"1", "1"))
    assert one == ENGINE.play(here, Seat(1), move, Dice(b"2", "2"))


def test_a_view_says_what_states_make_of_the_numbers() -> None:
    here = board(nation("npc1", {"F": "I"}), nation("player", {"F": "K", "1": "A"}))
    seen = ENGINE.codec.dump_view(ENGINE.view(here, Viewer.of(Seat(1))))
    assert seen["military"] == [150, 190]
    assert seen["attacks"] == [[50, 0, 0, 0, 0, 0, 0, 0], [70, 0, 0, 60, 0, 0, 0, 0]]
    assert (seen["ply"], seen["last"], seen["undoable"], seen["outcome"]) == (0, None, 0, None)


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_nonsense_for_moves(data: st.DataObject) -> None:
    text = data.draw(nonsense(list(texts.MOVES)))
    try:
        move = ENGINE.codec.load_move(text)
    except InvalidMove:
        return
    assert ENGINE.codec.dump_move(move) == text


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_nonsense_for_positions(data: st.DataObject) -> None:
    """What is read is what was meant: the same JSON comes back, whatever its spacing was."""
    text = data.draw(nonsense(list(texts.POSITIONS)))
    try:
        position = ENGINE.codec.read(text)
    except ValueError as error:
        assert not isinstance(error, UnicodeError)
        return
    assert json.loads(ENGINE.codec.write(position)) == json.loads(text)
