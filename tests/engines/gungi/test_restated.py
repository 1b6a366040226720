"""The engine agrees with a second, plain statement of the rules on random positions."""

from __future__ import annotations

import pytest

from engines.gungi.meta import RULE_SETS
from tests.engines.gungi import restated
from tests.engines.gungi.boards import moves, view
from tests.engines.gungi.samples import played, strewn

PLAYED, STREWN = 12, 25


@pytest.mark.parametrize("rules", RULE_SETS)
def test_positions_from_play(rules: str) -> None:
    for text in played(rules, b"restated", PLAYED, every=3):
        assert moves(text) == restated.legal_moves(text), text


@pytest.mark.parametrize("rules", RULE_SETS)
def test_strewn_positions(rules: str) -> None:
    for text in strewn(rules, b"restated", STREWN):
        assert moves(text) == restated.legal_moves(text), text
        game = restated.read(text)
        assert view(text).check == restated.is_checked(game, game.board), text


def test_the_samples_are_worth_it() -> None:
    """They hold what is rare: checks, captures, betrayals, some of two levels."""
    found = {
        rules: [moves(text) for text in strewn(rules, b"restated", STREWN)] for rules in RULE_SETS
    }
    texts = [text for lists in found.values() for one in lists for text in one]
    assert sum("&" in text for text in texts) > 10
    assert any("," in text for text in texts)
    assert sum("x" in text for text in texts) > 50
    for rules in RULE_SETS:
        checked = [view(text).check for text in strewn(rules, b"restated", STREWN)]
        assert 3 < sum(checked) < STREWN
