"""Every registered game holds to what all games must hold to."""

from __future__ import annotations

import pytest

from engines.registry import ENGINES
from tests.engines.conformance import CHECKS, Check
from tests.engines.playing import Engine
from tests.engines.toy import Cups

GAMES = [
    pytest.param(engine, id=f"{engine.meta.slug}-{engine.meta.rules_version}")
    for engine in (*ENGINES, Cups())
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("engine", GAMES)
@pytest.mark.parametrize("seed", [b"one", b"two", b"three", b"four"])
def test_every_game(engine: Engine, check: Check, seed: bytes) -> None:
    check(engine, seed)
