"""A tree of moves, to be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.reviews.trees import START, Node, Tree

DEEPEST = 6
"""Branches further away are not set in further: a phone has no room."""


@dataclass(frozen=True, slots=True)
class NodeLink:
    """A move of the tree."""

    node: int
    number: int
    """Of the ply."""
    text: str
    note: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class RunPart:
    """Moves one after the other, so many branches away from the main line."""

    depth: int
    nodes: tuple[NodeLink, ...]


def tree_runs(tree: Tree, at: int, url_of: Callable[[int], str]) -> tuple[RunPart, ...]:
    """The tree to be read, seen from the node *at*; *url_of* says where each node is."""
    plies = {START: 0}
    for node in tree.nodes.values():
        if node.number != START:
            plies[node.number] = plies[node.after] + 1

    def link(node: Node) -> NodeLink:
        here = node.number == at
        return NodeLink(
            node=node.number,
            number=plies[node.number],
            text=node.move,
            note=node.note,
            url=url_of(node.number),
            is_here=here,
        )

    return tuple(
        RunPart(min(run.depth, DEEPEST), tuple(map(link, run.nodes))) for run in tree.runs()
    )
