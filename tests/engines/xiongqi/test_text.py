"""Texts of Xiongqi; what holds for the texts of all games is in `test_texts`."""

from __future__ import annotations

import pytest

from engines.xiongqi.moves import move_of
from engines.xiongqi.pieces import LETTERS
from tests.engines.xiongqi.boards import SOUTH, position, text_of
from tests.engines.xiongqi.samples import XIONGQI
from tests.engines.xiongqi.texts import MOVES, START


def test_the_start() -> None:
    assert text_of(position(START)) == START
    assert position(START).to_move == SOUTH
    assert [LETTERS[piece] for piece in position(START).board[:8]] == list("RHBAGBHR")


@pytest.mark.parametrize("text", MOVES)
def test_codes_read_back(text: str) -> None:
    move = XIONGQI.codec.load_move(text)
    assert move_of(move.code) == move


def test_there_are_as_many_moves_as_texts() -> None:
    """64 squares to 64 squares, with six promotions or none."""
    names = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    endings = ["", *(f"={kind}" for kind in "EACRBH")]
    texts = [a + b + ending for a in names for b in names for ending in endings]
    assert len({XIONGQI.codec.load_move(text).code for text in texts}) == len(texts) == 28672
