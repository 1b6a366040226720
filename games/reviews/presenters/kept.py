"""The pages of kept analyses: the list, and a tree with the board at one of its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString

from games.boards.kit.offers import Offer
from games.boards.names import game_name, presenter_for
from games.boards.pictures import picture_places, picture_svg
from games.reviews.keeping import Opened, line_of
from games.reviews.models import KeptAnalysis
from games.reviews.presenters.board import by_origin, goal_of, line_url, status_of
from games.reviews.trees import START, Node, Tree

DEEPEST = 6
"""Branches further away are not set in further: a phone has no room."""


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """One of a list."""

    title: str
    url: str
    game_name: str
    moves: int
    is_shared: bool
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class NodeLink:
    """A move of the tree."""

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


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """The moves that begin at a square, or with a piece in hand."""

    name: str
    offers: tuple[tuple[Offer, str], ...]
    """Each with the square that it leads to."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The board, and what can be done on it."""

    drawing: SafeString
    places: str
    """Where its squares lie, as JSON."""
    status: str
    position: str
    groups: tuple[MoveGroup, ...]


@dataclass(frozen=True, slots=True)
class KeptPage:
    """An analysis, with what its reader may do."""

    title: str
    game_name: str
    url: str
    start: str
    list_url: str
    board_url: str
    """The same line on the free board."""
    by: str
    """Whose it is; empty for one's own."""
    share: str
    """The link to give away; empty while there is none."""
    runs: tuple[RunPart, ...]
    at: int
    is_start: bool
    back: str
    note: str
    moves: str
    board: BoardPart


def present_list(rows: Sequence[KeptAnalysis]) -> tuple[AnalysisLine, ...]:
    """One's own analyses."""
    return tuple(
        AnalysisLine(
            title=row.title,
            url=reverse("games:kept-analysis", args=[row.uid]),
            game_name=game_name(row.game),
            moves=len(row.tree) - 1,
            is_shared=bool(row.link),
            changed_at=row.changed_at,
        )
        for row in rows
    )


def present_kept(found: Opened, *, piece_set: str, origin: str, is_own: bool) -> KeptPage:
    """The page of an analysis at one of its moves."""
    row, tree, at = found.row, found.tree, found.at
    url = _url(row, is_own=is_own)
    node = tree.nodes[at]
    return KeptPage(
        title=row.title,
        game_name=game_name(row.game),
        url=url,
        start=url,
        list_url=reverse("games:analyses"),
        board_url=line_url(line_of(row, tree, at)),
        by="" if is_own else row.user.name,
        share=origin + _url(row, is_own=False) if row.link else "",
        runs=tree_runs(tree, at, lambda number: _node_url(url, number)),
        at=at,
        is_start=at == START,
        back=_node_url(url, node.after) if at != START else "",
        note=node.note,
        moves=" ".join(tree.line(at)),
        board=_board(found, piece_set),
    )


def _board(found: Opened, piece_set: str) -> BoardPart:
    game, asked = found.row.game, found.board
    study = asked.board.study
    groups = by_origin(presenter_for(game).offers(study.view, study.legal))
    return BoardPart(
        drawing=picture_svg(game, study.view, 0, piece_set=piece_set),
        places=picture_places(game, 0),
        status=status_of(asked),
        position=asked.board.text,
        groups=tuple(
            MoveGroup(name, tuple((offer, goal_of(offer)) for offer in offers))
            for name, offers in groups.items()
        ),
    )


def tree_runs(tree: Tree, at: int, url_of: Callable[[int], str]) -> tuple[RunPart, ...]:
    """The tree to be read, seen from the node *at*; *url_of* says where each node is."""
    plies = {START: 0}
    for node in tree.nodes.values():
        if node.number != START:
            plies[node.number] = plies[node.after] + 1

    def link(node: Node) -> NodeLink:
        here = node.number == at
        return NodeLink(plies[node.number], node.move, node.note, url_of(node.number), here)

    return tuple(
        RunPart(min(run.depth, DEEPEST), tuple(map(link, run.nodes))) for run in tree.runs()
    )


def _url(row: KeptAnalysis, *, is_own: bool) -> str:
    if is_own:
        return reverse("games:kept-analysis", args=[row.uid])
    return reverse("games:shared-analysis", args=[row.link])


def _node_url(url: str, number: int) -> str:
    return f"{url}?at={number}#board" if number != START else url
