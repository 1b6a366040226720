"""The rules do not care who is Black, nor for left and right."""

from __future__ import annotations

import pytest

from engines.gungi.meta import RULE_SETS
from tests.engines.gungi.boards import mirrored, moves, rotated, turned_move
from tests.engines.gungi.samples import played, strewn

SAMPLES = 25


@pytest.mark.parametrize("rules", RULE_SETS)
def test_turned_round_with_colours_swapped(rules: str) -> None:
    for text in [*played(rules, b"turn", SAMPLES, every=5), *strewn(rules, b"turn", SAMPLES)]:
        if not text.endswith((" 01", " 1")):
            turned = {turned_move(move, files=True, ranks=True) for move in moves(text)}
            assert moves(rotated(text)) == turned, text


@pytest.mark.parametrize("rules", RULE_SETS)
def test_mirrored(rules: str) -> None:
    for text in [*played(rules, b"mirror", SAMPLES, every=5), *strewn(rules, b"mirror", SAMPLES)]:
        assert moves(mirrored(text)) == {
            turned_move(move, files=True, ranks=False) for move in moves(text)
        }, text
