"""A tree of moves, to be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.boards.cards import card_for
from games.boards.kit.scenes import News, ShownMove
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
    """As it was written."""
    move: ShownMove | None
    """As matches tell it; None for one that cannot be made, or that is made by hand."""
    note: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class RunPart:
    """Moves one after the other, so many branches away from the main line."""

    depth: int
    nodes: tuple[NodeLink, ...]


def shown_moves(game: str, news: Mapping[int, News]) -> dict[int, ShownMove]:
    """Each move of which are *news*, as a match tells it."""
    presenter = card_for(game).presenter
    stories = ((at, presenter.story(one, None)) for at, one in news.items())
    return {at: story[0] for at, story in stories if story}


def tree_runs(
    tree: Tree, at: int, moves: Mapping[int, ShownMove], url_of: Callable[[int], str]
) -> tuple[RunPart, ...]:
    """The tree to be read, seen from the node *at*; *moves* tells some of its nodes, *url_of* says
    where each is."""
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
            move=moves.get(node.number),
            note=node.note,
            url=url_of(node.number),
            is_here=here,
        )

    return tuple(
        RunPart(min(run.depth, DEEPEST), tuple(map(link, run.nodes))) for run in tree.runs()
    )
