"""Every registered game holds to what all games must hold to."""

from __future__ import annotations

import pytest

from engines.registry import ENGINES
from tests.engines.conformance import PROMISES, Promise
from tests.engines.playing import Engine

GAMES = [
    pytest.param(engine, id=f"{engine.meta.slug}-{engine.meta.rules_version}") for engine in ENGINES
]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize("engine", GAMES)
@pytest.mark.parametrize("seed", [b"one", b"two", b"three", b"four"])
def test_every_game(engine: Engine, promise: Promise, seed: bytes) -> None:
    promise(engine, seed)
