"""The page of a player's own board beside a match: a board after a move, and the tree around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import quote

from engines.catalogue import meta_for
from games.boards.cards import card_for
from games.boards.kit.byhand import HAND, pieces_to_move, places_to_go
from games.boards.kit.offers import Offer
from games.boards.kit.scenes import Acts, Scene
from games.boards.names import sides_of
from games.common.addresses import address
from games.matchpage.presenters.picking import StudyPage, choice_of
from games.matchpage.presenters.words import script_words
from games.matchpage.query import Asked
from games.reviews.presenters.tree import RunPart, shown_moves, tree_runs
from games.reviews.trees import START
from games.reviews.variations import At, VariationsFacts


@dataclass(frozen=True, slots=True)
class PlyLink:
    """A board of the match from which something was tried."""

    ply: int
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class BoardLinks:
    """The addresses that the templates of boards use."""

    match: str
    """This board, with what is picked up."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The board of the match that the tree begins with, and those where something was tried."""

    ply: int
    plies: int
    earlier: str
    """Empty at the first."""
    later: str
    kept: tuple[PlyLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariationsPage(StudyPage):
    """The page, with what the parts of the match page show."""

    links: BoardLinks
    game_slug: str
    game_name: str
    match_url: str
    here: str
    """This board, with nothing picked up."""
    newest_url: str
    back: str
    """The board before the last move; empty at the start."""
    beside: Beside
    runs: tuple[RunPart, ...]
    note: str
    is_start: bool
    is_main: bool
    """Whether its move belongs to the main line."""
    by: str
    """Whose side it is, for others; empty for the owner."""
    is_by_hand: bool
    picked: str
    """What is picked up, where pieces are moved by hand."""
    is_over: bool
    is_open: bool
    step: int
    """Another number for each board, for the script."""
    actions: Acts


def board_url(uid: str, at: At, picked: str = "") -> str:
    """Return the address of the board *at*, with or without a picked piece; `AT` reads it back."""
    whose = () if at.of is None else (f"of-{at.of}",)
    board = () if at.ply is None else (at.ply, at.node)
    parts = (*whose, *board, *((picked,) if picked else ()))
    return address("games:variations", uid) + quote("".join(f"{part}/" for part in parts))


PICKED = re.compile(r"[a-z][0-9]|[A-Z]?\*")
"""A piece that is picked up: its square, or a kind in hand."""

AT = re.compile(
    r"(?:of-(?P<of>[0-9]))?/?"
    r"(?:(?P<ply>[0-9]{1,6})/(?P<node>[0-9]{1,6}))?/?"
    rf"(?P<picked>{PICKED.pattern})?"
)
"""What comes after a match's own board in the address of another."""


def present_variations(
    facts: VariationsFacts, *, asked: Asked, picked: str, piece_set: str, message: str = ""
) -> VariationsPage:
    """The page at the node of *facts*; *picked* is what is in hand where pieces are moved so."""
    card = card_for(facts.game)
    scene = card.presenter.scene(facts.view)
    by_hand = meta_for(facts.game).hides_information
    of = None if facts.is_own else facts.seat
    here = At(facts.ply, facts.at, of)
    picked = picked if by_hand and facts.is_own and _can_pick(picked, scene) else ""
    choice = choice_of(_offers(facts, scene, picked, by_hand=by_hand), asked)
    marks = choice.marks((), facts.guesses)
    if picked:
        marks = replace(marks, picked=(picked,))
    node = facts.tree.nodes[facts.at]
    sides = sides_of(facts.game, facts.options)
    return VariationsPage(
        links=BoardLinks(match=board_url(facts.uid, here, picked)),
        here=board_url(facts.uid, here),
        game_slug=facts.game,
        game_name=str(card.name),
        stylesheet=card.stylesheet,
        match_url=address("games:match", facts.uid),
        newest_url=board_url(facts.uid, At(of=of)),
        back="" if facts.at == START else board_url(facts.uid, At(facts.ply, node.after, of)),
        beside=_beside(facts, of),
        runs=tree_runs(
            facts.tree,
            facts.at,
            shown_moves(facts.game, facts.news),
            lambda number: board_url(facts.uid, At(facts.ply, number, of)),
        ),
        note=node.note,
        is_start=facts.at == START,
        is_main=node in facts.tree.way_to(facts.tree.end_of(START)),
        by="" if facts.is_own else sides.names[facts.seat],
        is_by_hand=by_hand,
        picked=picked,
        is_over=facts.is_over,
        is_open=facts.is_open,
        step=(facts.ply * 1000 + facts.at) * 2 + bool(picked),
        board=card.drawn(scene, sides, facts.seat, marks, piece_set, mover=facts.mover),
        choice=choice,
        actions=choice.acts(asked, ()),
        chooser_question=card.presenter.chooser_question(),
        message=message,
        words=script_words(),
        bar=card.bar,
    )


def _beside(facts: VariationsFacts, of: int | None) -> Beside:
    def link(ply: int) -> str:
        is_there = facts.first <= ply <= facts.newest
        return board_url(facts.uid, At(ply, START, of)) if is_there else ""

    return Beside(
        ply=facts.ply - facts.first,
        plies=facts.newest - facts.first,
        earlier=link(facts.ply - 1),
        later=link(facts.ply + 1),
        kept=tuple(PlyLink(ply - facts.first, link(ply), ply == facts.ply) for ply in facts.kept),
    )


def _can_pick(picked: str, scene: Scene) -> bool:
    held = {one.square for one in scene.hand or ()}
    return picked in scene.pieces or picked in held or picked == HAND


def _offers(
    facts: VariationsFacts, scene: Scene, picked: str, *, by_hand: bool
) -> tuple[Offer, ...]:
    """What can be done next: a move by the rules, or a piece to pick up, or where to put it."""
    card = card_for(facts.game)
    if not facts.is_own:
        return ()
    if not by_hand:
        return tuple(card.presenter.offers(facts.view, facts.legal, {}))
    if picked:
        return places_to_go(picked, scene, card.board.squares)
    return pieces_to_move(scene, facts.view)
