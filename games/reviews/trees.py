"""Lines of moves with branches, and notes to their moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

START = 0
"""The number of the node before any move."""


@dataclass(frozen=True, slots=True)
class Node:
    """One move of a tree, after the moves that lead to it."""

    number: int
    """Its own for good: what others of the tree do does not change it."""
    after: int
    """The number of the node before it; its own for the start."""
    move: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """Moves one after the other without a branch."""

    depth: int
    """How many branches it is away from the main line."""
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes by number, the start among them; each child stands after its parent."""

    nodes: Mapping[int, Node]

    def children(self, number: int) -> list[Node]:
        """The moves that follow, the main one first."""
        return [one for one in self.nodes.values() if one.after == number and one.number != START]

    def way_to(self, number: int) -> list[Node]:
        """The moves from the start to that node; raises KeyError for none."""
        way: list[Node] = []
        node = self.nodes[number]
        while node.number != START:
            way.append(node)
            node = self.nodes[node.after]
        return way[::-1]

    def line(self, number: int) -> tuple[str, ...]:
        """The same as texts."""
        return tuple(node.move for node in self.way_to(number))

    def grown(self, number: int, moves: Iterable[str]) -> tuple[Tree, int]:
        """With *moves* after that node, as far as they are new, and the number of the last."""
        nodes = dict(self.nodes)
        for move in moves:
            after = number
            known = (one for one in nodes.values() if (one.after, one.move) == (after, move))
            found = next(known, None)
            number = found.number if found else max(nodes) + 1
            nodes[number] = found or Node(number, after, move)
        return Tree(nodes), number

    def noted(self, number: int, note: str) -> Tree:
        """With that note to that node; raises KeyError for no node."""
        return Tree({**self.nodes, number: replace(self.nodes[number], note=note)})

    def without(self, number: int) -> Tree:
        """Without that node and all that follows it; the start stays."""
        gone = {number} - {START}
        for node in self.nodes.values():
            if node.after in gone:
                gone.add(node.number)
        return Tree({one: node for one, node in self.nodes.items() if one not in gone})

    def promoted(self, number: int) -> Tree:
        """With the way to that node as the main one; raises KeyError for no node."""
        on_way = {node.number for node in self.way_to(number)}
        nodes, waiting = {START: self.nodes[START]}, [START]
        while waiting:
            following = sorted(
                self.children(waiting.pop()), key=lambda one: one.number not in on_way
            )
            nodes.update((one.number, one) for one in following)
            waiting += [one.number for one in reversed(following)]
        return Tree(nodes)

    def end_of(self, number: int) -> int:
        """The last node of the main way on from that one."""
        while following := self.children(number):
            number = following[0].number
        return number

    def runs(self) -> list[Run]:
        """The whole tree to be read: where ways part, the other ones stand after the first move
        of the main one, which then goes on."""
        found: list[Run] = []
        waiting: list[tuple[int, list[Node], int]] = [(0, [], START)]
        """How far from the main line, what a run begins with, and after which node it goes on."""
        while waiting:
            depth, run, last = waiting.pop()
            following = self.children(last)
            while len(following) == 1:
                run.append(following[0])
                following = self.children(following[0].number)
            if following:
                main, *others = following
                run.append(main)
                waiting.append((depth, [], main.number))
                waiting += [(depth + 1, [one], one.number) for one in reversed(others)]
            if run:
                found.append(Run(depth, tuple(run)))
        return found


def read_tree(stored: Sequence[Sequence[Any]]) -> Tree:
    """The tree of rows as `dump_tree` makes them."""
    return Tree({row[0]: Node(*row) for row in stored})


def dump_tree(tree: Tree) -> list[list[Any]]:
    """A row a node: its number, that of the one before, the move, the note."""
    return [[one.number, one.after, one.move, one.note] for one in tree.nodes.values()]


_PARTS = re.compile(r"[()]|(?:&[12],2|[^\s,()])+")
_BRANCH = re.compile(r"\((?!\d-\d-\d\))")


def has_branches(text: str) -> bool:
    """Return whether a text is a tree as `write_parts` makes it, and not a single line."""
    return bool(_BRANCH.search(text))


def parts_in(text: str) -> list[str]:
    """The moves and brackets of such a text."""
    return _PARTS.findall(text)


def write_parts(tree: Tree, at: int) -> tuple[list[str], int]:
    """The moves of the tree as they are read, other ways in brackets after the move that they
    replace, and the number that the node *at* gets when they are read back."""
    parts, numbers = list[str](), {START: START}
    waiting: list[str | tuple[Node, bool]] = [(tree.nodes[START], True)]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            parts.append(here)
            continue
        node, is_written = here
        if not is_written:
            parts.append(node.move)
            numbers[node.number] = len(numbers)
        following = tree.children(node.number)
        if following:
            main, *others = following
            parts.append(main.move)
            numbers[main.number] = len(numbers)
            waiting.append((main, True))
            for one in reversed(others):
                waiting += [")", (one, False), "("]
    return parts, numbers[at]


def read_parts(parts: Iterable[str]) -> Tree:
    """Inverse of `write_parts`, the nodes numbered as they come."""
    nodes, last = {START: Node(START, START, "")}, START
    outside: list[int] = []
    for part in parts:
        if part == "(":
            outside.append(last)
            last = nodes[last].after
        elif part == ")":
            last = outside.pop() if outside else last
        else:
            number = len(nodes)
            nodes[number] = Node(number, last, part)
            last = number
    return Tree(nodes)


def tree_of(moves: Iterable[str]) -> Tree:
    """The tree of one line."""
    return Tree({START: Node(START, START, "")}).grown(START, moves)[0]
