"""Nonsense never breaks a reader: it is refused, with the error the contract names."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.errors import InvalidMove
from engines.registry import ENGINES
from tests.engines.playing import Engine, playout
from tests.engines.stacktoy import StackGame
from tests.engines.toy import Cups

GAMES: tuple[Engine, ...] = (*ENGINES, Cups(), StackGame())
games = pytest.mark.parametrize(
    "engine", [pytest.param(engine, id=engine.meta.slug) for engine in GAMES]
)
SAMPLES = {
    engine.meta.slug: [
        (engine.codec.write(ply.position), ply.text or "")
        for ply in playout(engine, b"fuzz", limit=40)
    ]
    for engine in GAMES
}


def same_json(one: str, other: str) -> bool:
    """Whether two texts are one JSON value, however they are spaced."""
    return bool(json.loads(one) == json.loads(other))


def signs(whole: str) -> st.SearchStrategy[str]:
    """Texts of the signs that *whole* is written with, and of some that look like them."""
    return st.text(f"{whole}{whole.swapcase()}/ -01:*!=.\n\0９²", max_size=90)


@st.composite
def spoiled(draw: Callable[..., Any], whole: str) -> str:
    """*whole* with a piece cut out and something put in."""
    start = draw(st.integers(0, len(whole)))
    end = draw(st.integers(start, min(len(whole), start + 3)))
    put_in: str = draw(st.text(max_size=2) | signs(whole).map(lambda text: text[:2]))
    return whole[:start] + put_in + whole[end:]


def nonsense(samples: list[str]) -> st.SearchStrategy[str]:
    """Anything, or nearly one of *samples*."""
    some = st.sampled_from(samples)
    return st.text(max_size=90) | some.flatmap(signs) | some.flatmap(spoiled)


@games
@given(data=st.data())
@settings(max_examples=400, deadline=None)
def test_move_texts(engine: Engine, data: st.DataObject) -> None:
    samples = [text for _, text in SAMPLES[engine.meta.slug]]
    text = data.draw(nonsense(samples))
    try:
        move = engine.codec.load_move(text)
    except InvalidMove:
        return
    assert engine.codec.dump_move(move) == text


@games
@given(data=st.data())
@settings(max_examples=400, deadline=None)
def test_position_texts(engine: Engine, data: st.DataObject) -> None:
    samples = [text for text, _ in SAMPLES[engine.meta.slug]]
    text = data.draw(nonsense(samples))
    try:
        position = engine.codec.read(text)
    except ValueError as error:
        assert not isinstance(error, UnicodeError)
        return
    written = engine.codec.write(position)
    assert written == text or (written.startswith("{") and same_json(written, text))
