"""A board as a small picture: for rows of the desk, for the home page, to be passed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.core.jsontypes import JsonObject
from games.presenters.faces import PieceFace, sprite_path
from games.presenters.games import game_name, presenter_for
from games.presenters.layouts import Layout
from games.presenters.scenes import Scene

SQUARE = 10
"""Units of the drawing per square."""

WATER = 3
"""Units of the drawing for the water between two ranks."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a square lies in the drawing."""

    left: int
    top: int
    width: int


class Brush(Protocol):
    """With what a board is drawn: in a page style sheets give colours, a file has its own."""

    def part(self, name: str) -> SafeString:
        """The attributes of "ground", "lines", "last", "water", "bridge", or of a side's piece."""

    def piece(self, face: PieceFace) -> SafeString:
        """What is drawn of a piece, 100 units wide and high."""


@dataclass(frozen=True, slots=True)
class PageBrush:
    """Leaves the colours to `static/css/pieces.css`, the pieces to the sprite."""

    sprite: str

    def part(self, name: str) -> SafeString:
        """Its name as a class."""
        return format_html('class="{}"', name)

    def piece(self, face: PieceFace) -> SafeString:
        """References to the disc and the sign."""
        return format_html(
            '<use href="{}#{}"/><use href="{}#{}"/>',
            *(self.sprite, face.side, self.sprite, face.sign),
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as drawn, and its size in units."""

    width: int
    height: int
    shapes: SafeString


def picture_svg(
    game: str, view: JsonObject | None, seat: int | None, *, piece_set: str = "kanji"
) -> SafeString:
    """The board of *view* as inline SVG, seen from *seat*; the opening if there is no view yet.

    It carries no sizes, ids or styles: `static/css/pieces.css` gives it colours,
    the place it stands in its size.
    """
    drawing = board_drawing(game, view, seat, PageBrush(static(sprite_path(game, piece_set))))
    return format_html(
        '<svg class="board-picture {}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        *(f"{game} turned" if seat == 1 else game, drawing.width, drawing.height),
        *(picture_label(game), drawing.shapes),
    )


def picture_label(game: str) -> str:
    """What is said in place of the picture."""
    return _("Board of %(game)s") % {"game": game_name(game)}


def picture_size(game: str) -> tuple[int, int]:
    """How wide and how high a board of *game* is drawn, in units."""
    layout = presenter_for(game).layout
    shore = WATER if layout.shore else 0
    return SQUARE * len(layout.files), SQUARE * len(layout.ranks) + shore


def board_drawing(game: str, view: JsonObject | None, seat: int | None, brush: Brush) -> Drawing:
    """The board of *view*, seen from *seat*, as *brush* draws it; the opening without a view."""
    presenter = presenter_for(game)
    layout, is_turned = presenter.layout, seat == 1
    scene = presenter.scene(presenter.opening if view is None else view)
    places = _places(layout, is_turned=is_turned)
    width, height = picture_size(game)
    shapes = format_html(
        '<rect {} width="{}" height="{}"/>{}{}{}{}',
        *(brush.part("ground"), width, height),
        _water(layout, brush, is_turned=is_turned),
        _lines(places, brush),
        _last(scene, places, brush),
        _pieces(scene, places, brush),
    )
    return Drawing(width, height, shapes)


def _places(layout: Layout, *, is_turned: bool) -> dict[str, Place]:
    far_rows = _far_rows(layout, is_turned=is_turned)
    return {
        spot.square: Place(
            spot.column * SQUARE,
            row * SQUARE + (WATER if row >= far_rows else 0),
            spot.width * SQUARE,
        )
        for row, (_rank, spots) in enumerate(layout.rows(is_turned=is_turned))
        for spot in spots
    }


def _far_rows(layout: Layout, *, is_turned: bool) -> int:
    """How many rows lie beyond the water; all of them where there is none."""
    if not layout.shore:
        return len(layout.ranks)
    return layout.shore if is_turned else len(layout.ranks) - layout.shore


def _water(layout: Layout, brush: Brush, *, is_turned: bool) -> SafeString:
    if not layout.shore:
        return SafeString()
    top = SQUARE * _far_rows(layout, is_turned=is_turned)
    files = layout.names_of_files(is_turned=is_turned)
    lefts = sorted(files.index(file) * SQUARE + 2 for file in layout.bridges)
    return format_html(
        '<rect {} y="{}" width="{}" height="{}"/>{}',
        *(brush.part("water"), top, SQUARE * len(files), WATER),
        format_html_join(
            "",
            '<rect {} x="{}" y="{}" width="{}" height="{}"/>',
            ((brush.part("bridge"), left, top, SQUARE - 4, WATER) for left in lefts),
        ),
    )


def _lines(places: Mapping[str, Place], brush: Brush) -> SafeString:
    """Every square's upper and right edge; the others are its neighbours' and the rim."""
    boxes = "".join(f"M{at.left} {at.top}h{at.width}v{SQUARE}" for at in places.values())
    return format_html('<path {} d="{}"/>', brush.part("lines"), boxes)


def _last(scene: Scene, places: Mapping[str, Place], brush: Brush) -> SafeString:
    found = (places[square] for square in scene.last)
    return format_html_join(
        "",
        '<rect {} x="{}" y="{}" width="{}" height="{}"/>',
        ((brush.part("last"), at.left, at.top, at.width, SQUARE) for at in found),
    )


def _pieces(scene: Scene, places: Mapping[str, Place], brush: Brush) -> SafeString:
    return format_html_join(
        "",
        '<svg {} x="{}" y="{}" width="9.2" height="9.2" viewBox="0 0 100 100">{}</svg>',
        (
            (brush.part(f"piece {face.side}"), *_corner(places[square]), brush.piece(face))
            for square, face in sorted(scene.pieces.items())
        ),
    )


def _corner(at: Place) -> tuple[float, float]:
    return at.left + (at.width - SQUARE) / 2 + 0.4, at.top + 0.4
