"""A board in ranks and files as a small picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.boards.kit.brushes import Brush, Drawing
from games.boards.kit.faces import PieceFace
from games.boards.kit.layouts import Layout
from games.boards.kit.scenes import Scene

SQUARE = 10
"""Units of the drawing per square."""

WATER = 3
"""Units of the drawing for the water between two ranks."""

INSET = 0.5
"""Units between the edge of a square and the frame around what has changed on it."""

FRAME = SQUARE - 2 * INSET

MOST_PIECES = 8192
"""Pieces at their places that are kept as drawn, some 300 bytes each."""

HEIGHT = 1.4
"""Units by which a piece is higher up than the one it stands on."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a square in the drawing."""

    left: int
    top: int
    width: int


def grid_size(layout: Layout) -> tuple[int, int]:
    """Return how wide and how high a board is drawn, in units."""
    shore = WATER if layout.shore else 0
    return SQUARE * len(layout.files), SQUARE * len(layout.ranks) + shore


def grid_picture(layout: Layout, scene: Scene, brush: Brush, *, is_turned: bool) -> Drawing:
    """Return the board of *scene* as *brush* draws it."""
    places = grid_places(layout, is_turned=is_turned)
    width, height = grid_size(layout)
    shapes = format_html(
        '<rect {} width="{}" height="{}"/>{}{}{}{}{}',
        *(brush.part("ground"), width, height),
        _water(layout, brush, is_turned=is_turned),
        _lines(places, brush),
        _last(scene, places, brush),
        _pieces(scene, places, brush),
        _changed(scene, places, brush),
    )
    return Drawing(width, height, shapes)


def grid_places(layout: Layout, *, is_turned: bool) -> dict[str, Place]:
    """Return where each square lies."""
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
    """Return how many rows lie beyond the water; all of them where there is none."""
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
    """Return every square's upper and right edge; the others are its neighbours' and the rim."""
    boxes = "".join(f"M{at.left} {at.top}h{at.width}v{SQUARE}" for at in places.values())
    return format_html('<path {} d="{}"/>', brush.part("lines"), boxes)


def _last(scene: Scene, places: Mapping[str, Place], brush: Brush) -> SafeString:
    found = (places[square] for square in scene.last)
    return format_html_join(
        "",
        '<rect {} x="{}" y="{}" width="{}" height="{}"/>',
        ((brush.part("last"), at.left, at.top, at.width, SQUARE) for at in found),
    )


def _changed(scene: Scene, places: Mapping[str, Place], brush: Brush) -> SafeString:
    """Frames over the pieces, so that they are seen around them."""
    found = (places[square] for square in scene.changed)
    return format_html_join(
        "",
        '<rect {} x="{}" y="{}" width="{}" height="{}"/>',
        (
            (brush.part("changed"), at.left + INSET, at.top + INSET, at.width - 2 * INSET, FRAME)
            for at in found
        ),
    )


def _pieces(scene: Scene, places: Mapping[str, Place], brush: Brush) -> SafeString:
    """Return every piece, those of a stack from the bottom up."""
    drawn = (
        _piece(brush, face, left, round(top - level * HEIGHT, 1) if level else top)
        for square, stack in sorted(scene.pieces.items())
        for left, top in (_corner(places[square]),)
        for level, face in enumerate(stack)
    )
    return mark_safe("".join(drawn))  # noqa: S308 - each is safe


@lru_cache(MOST_PIECES)
def _piece(brush: Brush, face: PieceFace, left: float, top: float) -> SafeString:
    """A piece with its corner there; kept by all that is drawn (docs/adr/0010)."""
    return format_html(
        '<svg {} x="{}" y="{}" width="9.2" height="9.2" viewBox="0 0 100 100">{}</svg>',
        *(brush.part(f"piece {face.side}"), left, top, brush.piece(face)),
    )


def _corner(at: Place) -> tuple[float, float]:
    return at.left + (at.width - SQUARE) / 2 + 0.4, at.top + 0.4
