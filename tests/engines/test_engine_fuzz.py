"""Nonsense never breaks a reader: it is refused, with the error the contract names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import InvalidMove
from engines.registry import ENGINES
from tests.engines.playing import Engine, playout
from tests.engines.toy import Cups

games = pytest.mark.parametrize(
    "engine", [pytest.param(engine, id=engine.meta.slug) for engine in (*ENGINES, Cups())]
)
anything = st.text(max_size=90) | st.text("abcdefgh12345678=EACRBHSN/ \n\0gGsS９²", max_size=90)
SAMPLES = {
    engine.meta.slug: [
        (engine.codec.write(ply.position), ply.text or "")
        for ply in playout(engine, b"fuzz", limit=40)
    ]
    for engine in (*ENGINES, Cups())
}


@st.composite
def spoiled(draw: Callable[..., Any], whole: str) -> str:
    """*whole* with a piece cut out and something put in."""
    start = draw(st.integers(0, len(whole)))
    end = draw(st.integers(start, min(len(whole), start + 3)))
    put_in: str = draw(st.text(max_size=2))
    return whole[:start] + put_in + whole[end:]


@games
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_move_texts(engine: Engine, data: st.DataObject) -> None:
    samples = [text for _, text in SAMPLES[engine.meta.slug]]
    text = data.draw(anything | st.sampled_from(samples).flatmap(spoiled))
    try:
        move = engine.codec.load_move(text)
    except InvalidMove:
        return
    assert engine.codec.dump_move(move) == text


@games
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_position_texts(engine: Engine, data: st.DataObject) -> None:
    samples = [text for text, _ in SAMPLES[engine.meta.slug]]
    text = data.draw(anything | st.sampled_from(samples).flatmap(spoiled))
    try:
        position = engine.codec.read(text)
    except ValueError as error:
        assert not isinstance(error, UnicodeError)
        return
    assert engine.codec.write(position) == text
