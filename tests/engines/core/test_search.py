"""The search against plain minimax, on trees grown by the dice."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.core.search import DECIDED, MATE, Search, SearchBoard, best_move

BRANCHES = 4
"""Of each node: so few that no move is searched less deep than the others."""


class Tree(SearchBoard):
    """A board of which every node is worth, ends and is drawn as the dice say."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.path: list[int] = []
        self.looked_at = 0

    def _dice(self, use: str) -> Dice:
        return Dice(self.seed, f"{use} {self.path}")

    def moves(self) -> list[int]:
        if self.path and not self._dice("lost").below(9):
            return []
        codes = list(range(1, BRANCHES + 1))
        self._dice("moves").shuffle(codes)
        return codes

    def is_beaten(self) -> bool:
        return bool(self._dice("beaten").below(2))

    def captures(self) -> list[int]:
        return []

    def make(self, code: int) -> None:
        self.looked_at += 1
        self.path.append(code)

    def unmake(self) -> None:
        self.path.pop()

    def gain(self, code: int) -> int:
        return 0

    def score(self) -> int:
        return self._dice("score").below(200) - 100

    def is_won(self) -> bool:
        return False

    def is_in_check(self) -> bool:
        return False

    def is_drawn(self) -> bool:
        return bool(self.path) and not self._dice("drawn").below(9)

    def key(self) -> bytes:
        return bytes(self.path)


def minimax(tree: Tree, depth: int, ply: int) -> int:
    """The worth of a node to its mover, by its definition."""
    if tree.is_drawn():
        return 0
    if not depth:
        return tree.score()
    moves = tree.moves()
    if not moves:
        return ply - MATE if tree.is_beaten() else 0
    found = []
    for code in moves:
        tree.make(code)
        found.append(-minimax(tree, depth - 1, ply + 1))
        tree.unmake()
    return max(found)


def worths(tree: Tree, depth: int) -> dict[int, int]:
    """The worth of each move of the root to its mover, searched so deep."""
    found = {}
    for code in tree.moves():
        tree.make(code)
        found[code] = -minimax(tree, depth - 1, 1)
        tree.unmake()
    return found


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_it_plays_what_minimax_plays(depth: int) -> None:
    for number in range(25):
        tree = Tree(bytes([number]))
        chosen = best_move(tree, tree.moves(), nodes=10**6, deepest=depth)
        plain = [worths(tree, shallower) for shallower in range(1, depth + 1)]
        decided = [each for each in plain if abs(max(each.values())) > DECIDED]
        found = decided[0] if decided else plain[-1]
        assert found[chosen] == max(found.values())


@pytest.mark.parametrize("nodes", [1, 2, 7, 60, 500])
def test_it_looks_at_no_more_nodes_than_it_may(nodes: int) -> None:
    tree = Tree(b"budget")
    moves = tree.moves()
    search = Search(tree, nodes)
    assert search.best(moves) in moves
    assert search.nodes_left == -1  # it wanted one more
    # a node that is drawn or known already costs nothing
    assert nodes <= tree.looked_at <= 2 * nodes + 1


class Ring(Tree):
    """From the start, move 1 leads around a ring of four boards and back, move 2 into a lane.

    The first mover is far behind all the way round the ring, and a little in the lane.
    """

    def moves(self) -> list[int]:
        return [2, 1] if not self.path else [1]

    def score(self) -> int:
        worth = -100 if self.path[0] == 1 else -30
        return worth if len(self.path) % 2 == 0 else -worth

    def is_drawn(self) -> bool:
        return False

    def key(self) -> bytes:
        if not self.path or self.path[0] == 2:
            return bytes(self.path)
        return bytes(self.path[: len(self.path) % 4])


@pytest.mark.parametrize(("deepest", "chosen"), [(3, 2), (5, 1)])
def test_a_board_that_comes_again_is_a_draw(deepest: int, chosen: int) -> None:
    assert best_move(Ring(b""), [2, 1], nodes=1000, deepest=deepest) == chosen


def test_a_single_move_needs_no_search() -> None:
    tree = Tree(b"single")
    assert best_move(tree, [3], nodes=0) == 3
    assert not tree.looked_at


def test_the_same_arguments_give_the_same_move() -> None:
    chosen = set()
    for _again in range(3):
        tree = Tree(b"same")
        chosen.add(best_move(tree, [3, 1, 2, 4], nodes=300))
    assert len(chosen) == 1
