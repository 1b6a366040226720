"""The engine agrees with a second, plain statement of the rules on random positions."""

from __future__ import annotations

import pytest

from tests.engines.xiongqi import restated
from tests.engines.xiongqi.boards import moves, position, view
from tests.engines.xiongqi.samples import played, strewn


def readable(text: str) -> bool:
    """Whether, by the restated rules, the side to move could not take the general."""
    board, south = restated.read(text)
    return not restated.is_checked(board, not south)


PLAYED = list(played(b"restated", 150))
STREWN = list(strewn(b"restated", 900))


def test_positions_from_play() -> None:
    for text in PLAYED:
        assert moves(text) == restated.legal_moves(text), text


def test_strewn_positions() -> None:
    for text in filter(readable, STREWN):
        assert moves(text) == restated.legal_moves(text), text
        assert view(text).check == restated.is_checked(*restated.read(text)), text


def test_unreachable_positions_are_refused() -> None:
    for text in STREWN:
        if not readable(text):
            with pytest.raises(ValueError, match="general-hangs"):
                position(text)


def test_the_samples_are_worth_it() -> None:
    """They hold what is rare: checks, promotions, sides without a move, facing."""
    kept = [text for text in STREWN if readable(text)]
    offered = [restated.legal_moves(text) for text in kept]
    assert 400 < len(kept) < 800
    assert sum(restated.is_checked(*restated.read(text)) for text in kept) > 50
    assert sum("=" in "".join(texts) for texts in offered) > 50
    assert sum(not texts for texts in offered) > 3
    assert sum(map(_facing_bans_something, kept[:200])) > 10


def _facing_bans_something(text: str) -> bool:
    board, south = restated.read(text)
    for origin, letter in board.items():
        if letter.isupper() == south:
            for target in restated.reachable(board, origin):
                changed = {square: piece for square, piece in board.items() if square != origin}
                changed[target] = letter
                if restated.is_facing(changed) and not restated.is_checked(changed, south):
                    return True
    return False
