"""A board as a small picture: for rows of the desk, for invitations, for the home page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


def picture_svg(
    game: str, view: JsonObject | None, seat: int | None, *, piece_set: str = "kanji"
) -> SafeString:
    """The board of *view* as inline SVG, seen from *seat*; the opening if there is no view yet.

    It carries no sizes, ids or styles: `static/css/pieces.css` gives it colours,
    the place it stands in its size.
    """
    presenter = presenter_for(game)
    layout, is_turned = presenter.layout, seat == 1
    scene = presenter.scene(presenter.opening if view is None else view)
    places = _places(layout, is_turned=is_turned)
    width = SQUARE * len(layout.files)
    height = SQUARE * len(layout.ranks) + (WATER if layout.shore else 0)
    return format_html(
        '<svg class="board-picture {}" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<rect class="ground" width="{}" height="{}"/>{}{}{}{}</svg>',
        *(f"{game} turned" if is_turned else game, width, height),
        *(_("Board of %(game)s") % {"game": game_name(game)}, width, height),
        _water(layout, is_turned=is_turned),
        _lines(places),
        _last(scene, places),
        _pieces(scene, places, static(sprite_path(game, piece_set))),
    )


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


def _water(layout: Layout, *, is_turned: bool) -> SafeString:
    if not layout.shore:
        return SafeString()
    top = SQUARE * _far_rows(layout, is_turned=is_turned)
    files = layout.names_of_files(is_turned=is_turned)
    bridges = ((files.index(file) * SQUARE + 2, top, SQUARE - 4, WATER) for file in layout.bridges)
    return format_html(
        '<rect class="water" y="{}" width="{}" height="{}"/>{}',
        *(top, SQUARE * len(files), WATER),
        format_html_join(
            "", '<rect class="bridge" x="{}" y="{}" width="{}" height="{}"/>', sorted(bridges)
        ),
    )


def _lines(places: Mapping[str, Place]) -> SafeString:
    """Every square's upper and right edge; the others are its neighbours' and the rim."""
    boxes = "".join(f"M{at.left} {at.top}h{at.width}v{SQUARE}" for at in places.values())
    return format_html('<path class="lines" d="{}"/>', boxes)


def _last(scene: Scene, places: Mapping[str, Place]) -> SafeString:
    found = (places[square] for square in scene.last)
    return format_html_join(
        "",
        '<rect class="last" x="{}" y="{}" width="{}" height="{}"/>',
        ((at.left, at.top, at.width, SQUARE) for at in found),
    )


def _pieces(scene: Scene, places: Mapping[str, Place], sprite: str) -> SafeString:
    return format_html_join(
        "",
        '<svg class="piece {}" x="{}" y="{}" width="9.2" height="9.2" viewBox="0 0 100 100">'
        '<use href="{}#{}"/><use href="{}#{}"/></svg>',
        (_drawn(face, places[square], sprite) for square, face in sorted(scene.pieces.items())),
    )


def _drawn(face: PieceFace, at: Place, sprite: str) -> tuple[object, ...]:
    left = at.left + (at.width - SQUARE) / 2 + 0.4
    return (face.side, left, at.top + 0.4, sprite, face.side, sprite, face.sign)
