"""A card for `tests.engines.stacktoy`: three or four seats, stacks, and a board that is no grid.

What a game adds to the site (docs/adding-a-game.md), at its shortest; it stands in tests alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict
from unittest.mock import patch

from django.conf import settings
from django.test import override_settings
from django.utils.html import format_html, format_html_join

from engines import catalogue, registry
from engines.core.jsontypes import JsonObject
from games.boards import cards
from games.boards.kit.brushes import USUAL, Brush, Drawing
from games.boards.kit.card import Card
from games.boards.kit.cells import Cell, CellMaker
from games.boards.kit.faces import PieceFace, Stack
from games.boards.kit.makers import Sight
from games.boards.kit.offers import Bluffs, Offer
from games.boards.kit.scenes import (
    NO_BLUFFS,
    Call,
    GamePresenter,
    News,
    Scene,
    ShownMove,
)
from tests.engines.stacktoy import HOMES, NAMES, WELL, StackGame, owner_of

OWN = Path(__file__).parent / "stacks"
"""Its template and its pieces."""

KEYS = tuple(name.lower() for name in NAMES)
KINDS = {"C": "crown", "S": "stone", "": "unknown piece"}


class StacksViewJson(TypedDict):
    """What the toy's codec dumps of a view."""

    seat: int | None
    crowns: list[int | None]
    stacked: list[bool]
    at: dict[str, list[str]]
    seen: list[str]
    to_act: list[int]
    moves: int
    gone: list[int]


NOTHING: StacksViewJson = {
    "seat": None,
    "crowns": [None] * 3,
    "stacked": [False] * 3,
    "at": {},
    "seen": [],
    "to_act": [0, 1, 2],
    "moves": 0,
    "gone": [],
}


def face(seat: int, kind: str) -> PieceFace:
    """The face of a seat's piece; no kind is a blank one."""
    return PieceFace(KEYS[seat], kind or "U", KINDS[kind], kind)


def known(view: StacksViewJson, piece: str) -> str:
    """The kind of a piece, as far as the viewer knows it."""
    crown = view["crowns"][owner_of(piece)]
    if crown is not None:
        return "C" if int(piece[1:]) == crown else "S"
    return "S" if piece in view["seen"] else ""


class StacksPresenter(GamePresenter[StacksViewJson]):
    """Reads the views and events of the toy."""

    start_view = NOTHING
    plies_before = 3
    letters = "CS"

    def scene(self, view: StacksViewJson) -> Scene:
        """The stacks that *view* shows."""
        pieces: dict[str, Stack] = {
            place: tuple(face(owner_of(piece), known(view, piece)) for piece in stack)
            for place, stack in view["at"].items()
            if stack
        }
        return Scene(pieces=pieces, last=(), ply=sum(view["stacked"]) + view["moves"])

    def places(self) -> Mapping[str, str]:
        """The well is worth a word."""
        return {WELL: "the well"}

    def kind_faces(self, seat: int) -> Mapping[str, PieceFace]:
        """Crown and stone."""
        return {kind: face(seat, kind) for kind in "CS"}

    def offers(
        self, view: StacksViewJson, legal: Sequence[str], bluffs: Bluffs = NO_BLUFFS
    ) -> tuple[Offer, ...]:
        """To stack at home in one of three ways, or to go along a path."""
        return tuple(_offer(view, text) for text in legal if text != "pass")

    def calls(self, view: StacksViewJson, legal: Sequence[str]) -> tuple[Call, ...]:
        """To pass, where nothing else can be done."""
        return (Call("pass", "Pass", "Pass?"),) if "pass" in legal else ()

    def chooser_question(self) -> str:
        """Three ways to stack go over the same place."""
        return "Which is the crown?"

    def story(self, news: News, seat: int | None) -> tuple[ShownMove, ...]:
        """The moves, all of them told to everybody."""
        moved = [facts for kind, facts in news if kind == "moved"]
        return tuple(_shown_move(ply, facts) for ply, facts in enumerate(moved, start=4))


def _offer(view: StacksViewJson, text: str) -> Offer:
    seat = view["seat"]
    assert seat is not None
    if text.startswith("stack:"):
        return Offer(text, (HOMES[seat],), f"Crown {text[-1]}", chooser=text[-1])
    origin, target = text.split(">")
    moved = face(seat, known(view, view["at"][origin][-1]))
    return Offer(text, (origin, target), f"{origin} to {target}", face=moved)


def _shown_move(ply: int, facts: JsonObject) -> ShownMove:
    seat, move = int(str(facts["seat"])), str(facts["move"])
    return ShownMove(ply, seat, face(seat, ""), "?", move, f"{NAMES[seat]} goes {move}")


@dataclass(frozen=True, slots=True)
class PathBoard:
    """Places one after the other."""

    template: str
    places: tuple[Cell, ...]
    ply: int
    own: str
    sprite: str
    letters: str
    has_letters: bool


class PathMaker:
    """Makes the boards of the toy."""

    squares = frozenset((*HOMES, WELL))
    size = (50, 10)

    def is_turned(self, seat: int | None) -> bool:
        """The path is the same for everybody."""
        return False

    def page(self, sight: Sight) -> PathBoard:
        """The homes that are played from, and the well."""
        make, seats = CellMaker(sight).cell, len(sight.sides.keys)
        return PathBoard(
            template="boards/stacks/board.jinja.html",
            places=tuple(make(place) for place in (*HOMES[:seats], WELL)),
            ply=sight.scene.ply,
            own=sight.own,
            sprite=sight.sprite,
            letters=sight.presenter.letters,
            has_letters=sight.has_letters,
        )

    def picture(self, scene: Scene, seat: int | None, brush: Brush) -> Drawing:
        """The stacks side by side."""
        shapes = format_html_join(
            "",
            '<svg {} x="{}" y="{}" viewBox="0 0 100 100">{}</svg>',
            (
                (brush.part(f"piece {one.side}"), 10 * at, -level, brush.piece(one))
                for at, place in enumerate((*HOMES, WELL))
                for level, one in enumerate(scene.pieces.get(place, ()))
            ),
        )
        return Drawing(*self.size, format_html("<g>{}</g>", shapes))


CARD = Card(
    slug="stacks",
    name="Stacks",
    kanji="塔",
    tagline="Towers and a well.",
    origin="Made for these tests.",
    sides={name: name for name in NAMES},
    presenter=StacksPresenter(),
    board=PathMaker(),
    inks=dict.fromkeys(KEYS, USUAL["south"]),
    refusals={"no-such-tower": "There is no such tower."},
    endings={"trial": "The crown of %(winner)s has come to the well."},
)


@contextmanager
def house_of_stacks() -> Iterator[None]:
    """A site that hosts the toy besides its games, by the entries a game adds."""
    game = StackGame()
    shared: Any = settings.TEMPLATES
    own = OWN / "templates"
    backends = [{**backend, "DIRS": [*backend["DIRS"], own]} for backend in shared]
    with (
        patch.dict(registry._BY_KEY, {("stacks", 1): game}),
        patch.dict(catalogue._BY_SLUG, {"stacks": game.meta}),
        patch.dict(cards._BY_SLUG, {"stacks": CARD}),
        override_settings(
            TEMPLATES=backends,
            STATICFILES_DIRS=[*settings.STATICFILES_DIRS, OWN / "static"],
        ),
    ):
        yield
