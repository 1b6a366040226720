"""Boards in ranks and files, turned towards their viewer and marked with what was picked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.kit.brushes import Brush, Drawing
from games.boards.kit.cells import Cell, CellMaker
from games.boards.kit.faces import PieceFace
from games.boards.kit.gridpicture import grid_picture, grid_size
from games.boards.kit.layouts import Layout
from games.boards.kit.makers import Marks, Sight
from games.boards.kit.scenes import Scene


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the board, in display order."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class HandCell:
    """Pieces of one kind in the viewer's own hand, to be picked like a square."""

    square: str
    label: str
    face: PieceFace
    count: int
    is_picked: bool
    description: str


@dataclass(frozen=True, slots=True)
class GridBoard:
    """The board, turned so that the viewer sits below."""

    template: str
    game: str
    label: str
    ply: int
    last: str
    """The squares of the last move, first to last, separated by spaces."""
    slid: str
    """The same where a piece went from the one to the other and stands there still; else empty."""
    last_seat: int | None
    ranks: tuple[Rank, ...]
    files: tuple[str, ...]
    is_turned: bool
    own: str
    """The viewer's side; empty for an onlooker."""
    sprite: str
    """The static path of the pieces."""
    letters: str
    """The keys that lead to the next own piece of a kind."""
    hand: tuple[HandCell, ...] | None
    """What the viewer may drop; None where there is no hand to show."""
    has_letters: bool
    """Whether the set names pieces by letters, so that notation should too."""


@dataclass(frozen=True, slots=True)
class GridMaker:
    """Makes the boards of a game whose squares lie in ranks and files."""

    layout: Layout
    template: str = "boards/grid.jinja.html"

    @property
    def squares(self) -> frozenset[str]:
        """The names of all squares."""
        rows = self.layout.rows(is_turned=False)
        return frozenset(spot.square for _rank, row in rows for spot in row)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of a picture of it, in units."""
        return grid_size(self.layout)

    def is_turned(self, seat: int | None) -> bool:
        """Return whether North's edge is below for the viewer in *seat*."""
        return seat in self.layout.turned_for

    def page(self, sight: Sight) -> GridBoard:
        """Return the board of the match page; with *sight.squares* only their ranks."""
        is_turned, scene = self.is_turned(sight.seat), sight.scene
        return GridBoard(
            template=self.template,
            game=sight.game,
            label=_("Board"),
            ply=scene.ply,
            last=" ".join(scene.last),
            slid=" ".join(scene.last) if scene.left in ("", "attacker") else "",
            last_seat=sight.last_seat,
            ranks=tuple(self._ranks(sight, is_turned=is_turned)),
            files=self.layout.names_of_files(is_turned=is_turned),
            is_turned=is_turned,
            own=sight.own,
            sprite=sight.sprite,
            letters=sight.presenter.letters,
            hand=_hand(scene, sight.marks),
            has_letters=sight.has_letters,
        )

    def picture(self, scene: Scene, seat: int | None, brush: Brush) -> Drawing:
        """Return the board as a small picture."""
        return grid_picture(self.layout, scene, brush, is_turned=self.is_turned(seat))

    def _ranks(self, sight: Sight, *, is_turned: bool) -> Iterator[Rank]:
        make = CellMaker(sight).cell
        for rank, spots in self.layout.rows(is_turned=is_turned):
            if sight.squares is None or spots[0].square in sight.squares:
                cells = [make(spot.square, *spot.shape, width=spot.width) for spot in spots]
                yield Rank(rank, tuple(cells))


def _hand(scene: Scene, marks: Marks) -> tuple[HandCell, ...] | None:
    if scene.hand is None:
        return None
    return tuple(
        HandCell(
            square=piece.square,
            label=piece.label,
            face=piece.face,
            count=piece.count,
            is_picked=piece.square in marks.picked,
            description="say-picked" if piece.square in marks.picked else "",
        )
        for piece in scene.hand
    )
