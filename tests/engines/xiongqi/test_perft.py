"""Move sequences counted to a depth, against the figures of the rules page."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.xiongqi.position import Position
from tests.engines.xiongqi.boards import position, view
from tests.engines.xiongqi.perft import perft
from tests.engines.xiongqi.samples import XIONGQI, played, strewn

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
SOUTH_ABOVE = "2R1G3/8/3s4/8/2C5/8/4h3/3ag3 S"


@pytest.mark.parametrize(
    ("text", "counts"), [(START, [26, 676, 17_583, 457_158]), (SOUTH_ABOVE, [22, 189, 4_172])]
)
def test_vectors_of_the_rules_page(text: str, counts: list[int]) -> None:
    here = position(text)
    assert [count(here, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("text", "count_to_2"), [(START, 676), (SOUTH_ABOVE, 189)])
def test_the_contract_counts_the_same(text: str, count_to_2: int) -> None:
    """Through views, moves and immutable positions, as the platform plays."""
    assert slow_count(position(text), 2) == count_to_2


def test_the_mutable_board_equals_the_contract_elsewhere() -> None:
    for text in [*played(b"perft", 40), *strewn(b"perft", 40)][::8]:
        try:
            here = position(text)
        except ValueError:
            continue
        assert count(here, 2) == slow_count(here, 2)


def test_counting_leaves_the_board_as_it_was() -> None:
    board = list(position(SOUTH_ABOVE).board)
    perft(board, 0, 3)
    assert tuple(board) == position(SOUTH_ABOVE).board


def count(here: Position, depth: int) -> int:
    return perft(list(here.board), here.to_move, depth)


def slow_count(here: Position, depth: int) -> int:
    moves = list(XIONGQI.legal_moves(view(here)))
    if depth == 1:
        return len(moves)
    steps = (XIONGQI.play(here, here.to_move, move, Dice(b"", "")) for move in moves)
    return sum(slow_count(step.position, depth - 1) for step in steps)
