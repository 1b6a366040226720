"""Moves are written as gungi.js writes them, and read back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from gungi.fen import parse_fen

from engines.core.dice import Dice
from engines.gungi.engine import ENGINE
from engines.gungi.foreign import NUMBERED
from engines.gungi.position import Position
from engines.gungi.rulesets import BY_NAME
from tests.engines.gungi.boards import position, started, view
from tests.engines.gungi.oracle import fen, found, written
from tests.engines.gungi.samples import lively, played, strewn

CODEC: Any = ENGINE.codec


@pytest.mark.parametrize("rules", NUMBERED)
def test_every_move_is_called_as_it_is_there(rules: str) -> None:
    compared = 0
    texts = [*played(rules, b"foreign", 8, every=11), *strewn(rules, b"foreign", 8)]
    for text in texts:
        try:
            here = position(text)
        except ValueError:
            continue
        assert CODEC.foreign_position(here) == fen(text)
        assert CODEC.read_pasted(fen(text)).text == text
        theirs = {written(move): move.san.rstrip("#") for move in found(text)}
        for move in ENGINE.legal_moves(view(here)):
            if name := theirs.get(str(move)):
                assert [*CODEC.foreign_moves(here, [str(move)])] == [name], (text, str(move))
                compared += 1
    assert compared > 300


def lines(rules: str) -> list[tuple[list[str], list[str]]]:
    """Moves of matches, and the words for them."""
    matches = [[*lively(rules, seed, 80)] for seed in (b"a", b"b")]
    made = [[str(move) for move in match[-1].moves] for match in matches]
    return [(moves, [*CODEC.foreign_moves(started(rules), moves)]) for moves in made]


def after(here: Position, moves: Iterable[str]) -> Position:
    for move in moves:
        here = ENGINE.play(here, here.to_move, CODEC.load_move(move), Dice(b"", "")).position
    return here


@pytest.mark.parametrize("rules", BY_NAME)
def test_what_is_written_is_read_back(rules: str) -> None:
    for moves, named in lines(rules):
        here, reader, read = started(rules), CODEC.spelling(), list[str]()
        for word in named:
            rest = reader.rest(here)
            here = after(here, rest)
            some = reader.moves(here, word)
            here = after(here, some)
            read += [*rest, *some]
        assert [*read, *reader.rest(here)] == moves


def test_a_side_is_done_with_the_word_of_its_last_placement() -> None:
    moves = ["m@e1", "m@e9", "d@e3", "d@e7", "done", "d@d7", "done"]
    named = [*CODEC.foreign_moves(started("advanced"), moves)]
    assert named == ["新帥(9-5-1)", "新帥(1-5-1)", "新兵(7-5-1)終", "新兵(3-5-1)", "新兵(3-6-1)終"]
    assert parse_fen(CODEC.foreign_position(started("advanced"))).drafting == {"w": True, "b": True}
