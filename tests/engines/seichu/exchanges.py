"""Matches that tell as much as can be by what was no draw: two who agree exchange pieces.

South exchanges two of its pieces by way of a4 and b4 while North goes to and fro. An exchange
made there and back, twice from one place, tells two pieces apart without drawing the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engines.core.dice import Dice
from engines.seichu.engine import ENGINE
from engines.seichu.position import Position
from engines.seichu.squares import SQUARES

CAMP = ("a2", "b2", "c2", "d2", "a1", "b1", "c1", "d1")

Pair = tuple[str, str]
"""Two pieces, by the squares they began on."""


def after_exchanges(here: Position, seed: bytes, *, homes: Sequence[str] = CAMP) -> Position:
    """*here* after exchanges of all pairs of different kinds on *homes*, or up to a draw."""
    pairs = [
        (one, other)
        for one, other in combinations(homes, 2)
        if here.board[SQUARES[one]] != here.board[SQUARES[other]]
    ]
    Dice(seed, "pairs").shuffle(pairs)
    for text in _moves(_there_and_back(pairs)):
        then = ENGINE.play(
            here, here.answering, ENGINE.codec.load_move(text), Dice(b"", "")
        ).position
        if then.outcome:
            break
        here = then
    return here


def _there_and_back(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """Each pair twice, but every third once: three exchanges begin in the same place."""
    for number, pair in enumerate(pairs):
        yield from [pair] * (1 if number % 3 == 0 else 2)


def _moves(pairs: Iterator[Pair]) -> Iterator[str]:
    squares = {home: home for home in CAMP}
    for one, other in pairs:
        first, second = squares[one], squares[other]
        yield from (f"{first}a4", "d6d5", f"{second}b4", "d5d6")
        yield from (f"a4{second}", "d6d5", f"b4{first}", "d5d6")
        squares[one], squares[other] = second, first
