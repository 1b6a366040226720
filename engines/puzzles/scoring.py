"""What the best move of a board is worth, and how much less every other one is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engines.core.search import DECIDED, DEEPEST, MATE, Search, SearchBoard

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


class _Scored(Search):
    """A search that keeps what its best move was worth at the last depth it came to the end of."""

    score = -MATE

    def _look(self, moves: Sequence[int], depth: int) -> int:
        self.score = super()._look(moves, depth)
        return self.score


def best_of(make_board: Callable[[], SearchBoard], nodes: int) -> Choice:
    """The best move with half of the *nodes*, and the best of all others with the other half."""
    moves = make_board().moves()
    move, score = _best(make_board, moves, nodes // 2)
    others = [code for code in moves if code != move]
    return Choice(move, score, _best(make_board, others, nodes // 2)[1] if others else -MATE)


def only_gain(
    make_board: Callable[[], SearchBoard], now: int, budgets: Sequence[int] = BUDGETS
) -> Choice | None:
    """The one move that wins material, the same with every budget; None if there is none.

    *now* is what the board is worth to the side to move before it. A win by force is told as it
    is seen first, with its score beyond `DECIDED`: that is another question.
    """
    found = None
    for nodes in budgets:
        choice = best_of(make_board, nodes)
        if choice.score >= DECIDED and found is None:
            return choice
        wins_material = choice.score - now >= GAP and choice.score - choice.second >= GAP
        if abs(choice.score) >= DECIDED or not wins_material:
            return None
        if found is not None and found.move != choice.move:
            return None
        found = choice
    return found


def line_of(make_board: Callable[[], SearchBoard], first: int, plies: int) -> list[int]:
    """How it goes on: *first*, and then what each side likes best."""
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


def _best(
    make_board: Callable[[], SearchBoard], moves: Sequence[int], nodes: int
) -> tuple[int, int]:
    search = _Scored(make_board(), nodes)
    move = search.best(moves, DEEPEST)
    return move, search.score
