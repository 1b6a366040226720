"""Positions and moves as text: what is read, and what is refused, in every game."""

from __future__ import annotations

import pytest

from engines.core.errors import InvalidMove
from tests.engines.playing import Engine
from tests.engines.texts import HIDING, TEXTS, each


@pytest.mark.parametrize(("engine", "text"), each("POSITIONS"))
def test_positions_read_back(engine: Engine, text: str) -> None:
    here = engine.codec.read(text)
    assert engine.codec.write(here) == text
    assert engine.outcome(here) is None


@pytest.mark.parametrize(("engine", "text"), each("BAD_POSITIONS"))
def test_other_position_texts_are_refused(engine: Engine, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        engine.codec.read(text)


@pytest.mark.parametrize(("engine", "text"), each("MOVES"))
def test_moves_read_back(engine: Engine, text: str) -> None:
    assert engine.codec.dump_move(engine.codec.load_move(text)) == text
    assert len(text) <= 40


@pytest.mark.parametrize(("engine", "text"), each("BAD_MOVES"))
def test_other_move_texts_are_refused(engine: Engine, text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        engine.codec.load_move(text)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("engine", HIDING)
def test_a_set_up_that_cannot_be_read_is_not_quoted(engine: Engine) -> None:
    """All but a letter of it may be right."""
    setup = next(text for text in TEXTS[engine.meta.slug].MOVES if text.startswith("setup:"))
    for text in (f"{setup[:-1]}?", f"{setup}{setup[-1]}", setup[:-1]):
        with pytest.raises(InvalidMove) as refused:
            engine.codec.load_move(text)
        assert str(refused.value) == "not a set-up"
