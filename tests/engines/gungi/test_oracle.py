"""The engine agrees with the package `gungi` on more than a thousand positions.

`oracle` lists where its rules differ. Where pieces go, what they can do there and who is in
check is compared on all of them; what self-check leaves of it, which takes it long, on some.
`python -m tests.engines.gungi.oracle 200` compares that, too, on as many as one likes.
"""

from __future__ import annotations

import pytest

from engines.gungi.meta import RULE_SETS
from tests.engines.gungi.boards import view
from tests.engines.gungi.oracle import (
    MODES,
    disagreement,
    expected_betrayals,
    fen,
    found,
    legal,
    ours_unsifted,
    unmade,
    written,
)
from tests.engines.gungi.samples import played, strewn

PLAYED_EACH, STREWN_EACH, SIFTED_EACH = 130, 130, 3


def test_its_rule_sets_are_the_official_ones() -> None:
    assert [*MODES] == [*RULE_SETS[1:]]
    assert len(MODES) * (PLAYED_EACH + STREWN_EACH) > 1000


@pytest.mark.parametrize("rules", MODES)
def test_moves_and_checks_agree_in_play(rules: str) -> None:
    for text in played(rules, b"oracle", PLAYED_EACH, every=3):
        assert disagreement(text, sifted=False) == set(), text


@pytest.mark.parametrize("rules", MODES)
def test_moves_and_checks_agree_on_strewn_positions(rules: str) -> None:
    for text in strewn(rules, b"oracle", STREWN_EACH):
        assert disagreement(text, sifted=False) == set(), text


@pytest.mark.parametrize("rules", MODES)
def test_what_self_check_leaves_agrees(rules: str) -> None:
    for text in strewn(rules, b"sifted", SIFTED_EACH):
        assert disagreement(text) == set(), text


def test_it_does_betray_less() -> None:
    """The one difference of moves: two soldiers below, one in hand."""
    text = "4m4/9/9/9/4|d:D|4/9/9/9/4M4 D1T1/- 0 advanced -"
    assert legal(text) >= {"t*e5&1"}
    text = "4m4/9/9/9/4|d:d|4/3|D:T|5/9/9/4M4 D1/- 0 advanced -"
    with unmade():
        theirs = {written(move) for move in found(text)}
    mine = ours_unsifted(view(text))
    assert mine - theirs == {"d4+e5&1", "d4+e5&2"} == expected_betrayals(view(text), mine)
    assert fen(text).endswith(" D1/- w 3 - 1")
