"""What the best move of a board is worth, and how much less every other one is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engines.core.search import DECIDED, DEEPEST, MATE, Search, SearchBoard, worth

BUDGETS = (1_000, 4_000, 20_000, 100_000)
"""Nodes: what a move is the best of with one budget it has to be with all. The last is what the
strong bot has."""
GAP = 250
"""So much worse every other move has to be: a minor piece, nearly."""


class Choice(NamedTuple):
    """The best move, what it is worth, and what the best of all others is worth."""

    move: int
    score: int
    second: int


def only_gain(
    make_board: Callable[[], SearchBoard],
    moves: Sequence[int],
    now: int,
    budgets: Sequence[int] = BUDGETS,
) -> Choice | None:
    """The one of *moves* that wins material, the same with every budget; None if there is none.

    *now* is what the board is worth to the side to move before it. A win by force is told as it
    is seen first, with its score beyond `DECIDED`: that is another question.
    """
    found = None
    for nodes in budgets:
        (move, *_line), score = worth(make_board(), moves, nodes=nodes // 2, again=make_board())
        if score >= DECIDED and found is None:
            return Choice(move, score, -MATE)
        is_other = found is not None and found.move != move
        if abs(score) >= DECIDED or score - now < GAP or is_other:
            return None
        found = Choice(move, score, _second(make_board, moves, move, nodes))
        if score - found.second < GAP:
            return None
    return found


def line_of(make_board: Callable[[], SearchBoard], first: int, plies: int) -> list[int]:
    """Return how it goes on: *first*, and then what each side likes best."""
    line = [first]
    while len(line) < plies:
        board = make_board()
        for code in line:
            board.make(code)
        moves = board.moves()
        if not moves:
            break
        line.append(Search(board, BUDGETS[0]).best(moves, DEEPEST))
    return line


def is_plain(board: SearchBoard, moves: Sequence[int], best: int) -> bool:
    """Return whether one who looks a single move ahead, and plays out captures, finds the *best*
    one."""
    return Search(board, BUDGETS[0]).best(moves, 1) == best


def _second(
    make_board: Callable[[], SearchBoard], moves: Sequence[int], best: int, nodes: int
) -> int:
    """Return what the best of all others is worth."""
    others = [code for code in moves if code != best]
    if not others:
        return -MATE
    return worth(make_board(), others, nodes=nodes // 2, again=make_board())[1]
