"""Nation keeps the promises of every game, with two, three and five seats."""

from __future__ import annotations

import pytest

from tests.engines.conformance import PROMISES, Promise
from tests.engines.nation.stages import OneStage


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
@pytest.mark.parametrize(
    ("stage", "seeds"),
    [
        ("first-harvest", (b"one", b"two")),
        ("three-banners", (b"three",)),
        ("dragon-throne", (b"",)),
    ],
)
def test_every_promise(stage: str, seeds: tuple[bytes, ...], promise: Promise) -> None:
    for seed in seeds:
        promise(OneStage(stage), seed)
