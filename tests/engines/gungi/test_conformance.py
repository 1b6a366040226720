"""Gungi holds to what all games must hold to, in each of its rule sets."""

from __future__ import annotations

import pytest

from engines.gungi.engine import ENGINE
from engines.gungi.meta import RULE_SETS
from tests.engines.conformance import PROMISES, Promise
from tests.engines.playing import terms_for

SEEDS = [b"seed 0", b"seed 1", b"seed 3", b"seed 7", b"seed 9"]


@pytest.mark.parametrize("check", PROMISES, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_promise(check: Promise, seed: bytes) -> None:
    check(ENGINE, seed)


def test_the_seeds_reach_every_rule_set() -> None:
    assert {terms_for(ENGINE, seed).options["rules"] for seed in SEEDS} == set(RULE_SETS)
