"""Positions and moves as text: what is read, and what is refused."""

from __future__ import annotations

import pytest

from engines.core.errors import InvalidMove
from engines.xiongqi.moves import move_of
from engines.xiongqi.pieces import LETTERS
from tests.engines.xiongqi_boards import SOUTH, position, text_of
from tests.engines.xiongqi_samples import XIONGQI

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"


def test_the_start() -> None:
    assert text_of(position(START)) == START
    assert position(START).to_move == SOUTH
    assert [LETTERS[piece] for piece in position(START).board[:8]] == list("RHBAGBHR")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        START[:-2],
        START[:-1],
        f"{START} ",
        f" {START}",
        f"{START}\n",
        f"{START} S",
        START.replace(" S", " s"),
        START.replace(" S", " w"),
        START.replace(" S", "  S"),
        START.replace("/8/8/", "/8/"),
        START.replace("/8/8/", "/8/8/8/"),
        START.replace("/8/8/", "/44/8/"),
        START.replace("/8/8/", "/9/8/"),
        START.replace("/8/8/", "/0/8/8/"),
        START.replace("/8/8/", "/08/8/"),
        START.replace("/8/8/", "/7/8/"),
        START.replace("/8/8/", "/８/8/"),
        START.replace("/8/8/", "/٨/8/"),
        START.replace("/8/8/", "/²6/8/"),
        START.replace("/8/8/", "/......../8/"),
        START.replace("g", "k"),
        START.replace("g", "r"),
        START.replace("G", "R"),
        START.replace("a", "g"),
        START.replace("/8/8/", "//8/8/"),
        "8/8/8/8/8/8/8/8 S",
        "4g3/8/8/8/8/8/8/4R2G S",
        "4g3/4G3/8/8/8/8/8/8 S",
    ],
)
def test_other_position_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        XIONGQI.codec.read(text)


@pytest.mark.parametrize("text", ["a1a2", "h8a1", "e3e3", "a7a8=E", "b2b1=H", "a1h8=A", "a1a2=C"])
def test_moves_read_back(text: str) -> None:
    move = XIONGQI.codec.load_move(text)
    assert XIONGQI.codec.dump_move(move) == text
    assert move_of(move.code) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a1",
        "a1a",
        "a1a9",
        "a0a1",
        "i1a1",
        "a1a2a3",
        "A1A2",
        "a1-a2",
        "a1 a2",
        " a1a2",
        "a1a2 ",
        "a1a2\n",
        "\na1a2",
        "a1a2\x00",
        "a１a２",
        "a٢a٣",
        "ａ1ａ2",
        "а1а2",  # Cyrillic
        "a7a8=",
        "a7a8=G",
        "a7a8=S",
        "a7a8=e",
        "a7a8E",
        "a7a8=EE",
        "a7a8=E\n",
        "a7a8＝E",
        "=E",
        "e3e4" * 5000,
    ],
)
def test_other_move_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        XIONGQI.codec.load_move(text)
    assert len(str(refused.value)) < 400


def test_there_are_as_many_moves_as_texts() -> None:
    """64 squares to 64 squares, with six promotions or none."""
    names = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    endings = ["", *(f"={kind}" for kind in "EACRBH")]
    texts = [a + b + ending for a in names for b in names for ending in endings]
    assert len({XIONGQI.codec.load_move(text).code for text in texts}) == len(texts) == 28672
