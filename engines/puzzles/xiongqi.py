"""Xiongqi for `open_games`."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.puzzles.open_games import OpenGame
from engines.puzzles.scoring import BUDGETS
from engines.xiongqi.moves import move_of
from engines.xiongqi.search import Board
from engines.xiongqi.text import read_text


def _position(text: str) -> tuple[tuple[int, ...], int]:
    return read_text(text)


def _of_text(parts: tuple[tuple[int, ...], int]) -> Board:
    return Board(parts[0], parts[1], Dice(b"", "puzzle"))


XIONGQI = OpenGame(
    position=_position,
    exact=_of_text,
    quick=_of_text,
    choices=lambda parts: _of_text(parts).moves(),
    text=lambda code: str(move_of(code)),
    longest=3,
    budgets=BUDGETS,
    smallest=1,
    even=450,
)
