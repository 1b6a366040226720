"""Moves are written as Fairy-Stockfish writes them, and read back."""

from __future__ import annotations

from typing import Any

import pyffish
import pytest

from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from tests.engines.playing import playout
from tests.engines.xiongqi.boards import position
from tests.engines.xiongqi.fairy import DEFINITION, VARIANT
from tests.engines.xiongqi.samples import strewn

XIONGQI = engine_for("xiongqi", 1)
CODEC: Any = XIONGQI.codec
SOUTH = Viewer.of(Seat(0))


@pytest.fixture(scope="module", autouse=True)
def _definition() -> None:
    pyffish.load_variant_config(DEFINITION)


def uci(move: str) -> str:
    return move.replace("=", "").lower()


@pytest.mark.parametrize("seed", [b"1", b"2", b"3", b"4"])
def test_a_match_is_written_and_read_as_it_is_there(seed: bytes) -> None:
    plies = [*playout(XIONGQI, seed, 150)]
    start, moves = plies[0].position, [ply.text or "" for ply in plies[1:]]
    begin, words = CODEC.foreign_position(start), [*CODEC.foreign_moves(start, moves)]
    theirs = pyffish.get_san_moves(VARIANT, begin, [uci(move) for move in moves])
    assert [word.rstrip("+#") for word in words] == [word.rstrip("+#") for word in theirs]
    assert ["+" in word or "#" in word for word in words] == [
        ply.position.check for ply in plies[1:]
    ]
    for before, move, word in zip(plies, moves, words, strict=False):
        assert CODEC.spelling().moves(before.position, word) == (move,)
    assert CODEC.read_pasted(begin).text == CODEC.write(start)


def test_every_move_of_strewn_positions_is_written_and_read_as_it_is_there() -> None:
    compared = 0
    for text in strewn(b"foreign", 250):
        try:
            here = position(text)
        except ValueError:
            continue
        for move in XIONGQI.legal_moves(XIONGQI.view(here, SOUTH)):
            (word,) = CODEC.foreign_moves(here, [str(move)])
            theirs = pyffish.get_san(VARIANT, CODEC.foreign_position(here), uci(str(move)))
            assert word.rstrip("+#") == theirs.rstrip("+#"), (text, str(move))
            assert CODEC.spelling().moves(here, word) == (str(move),)
            compared += 1
    assert compared > 1000


@pytest.mark.parametrize(
    ("word", "move"),
    [("E3-E4!", "e3e4"), ("e3e4", "e3e4"), ("Cc6", "c2c6"), ("Cc6+!?", "c2c6"), ("Sa4", "a3a4")],
)
def test_both_ways_to_write_a_move_are_read(word: str, move: str) -> None:
    here = position("rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S")
    assert CODEC.spelling().moves(here, word) == (move,)
