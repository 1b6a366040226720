"""A board as a picture of its own: a file that shows the same wherever it is opened.

Programs that show SVG differ in what they know of style sheets, and none asks the site for
parts: the file has its colours and its pieces in itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engines.core.jsontypes import JsonObject
from games.boards.cards import card_for
from games.boards.kit.brushes import Drawing, PieceInk
from games.boards.kit.faces import PieceFace
from games.boards.pictures import board_drawing, picture_label

POINTS = 10
"""How large a unit of the drawing is shown where nothing else is said."""

RIM = 0.6
"""Units of the drawing around the board."""

INK = {
    # as tokens.css and pieces.css have them by day
    "wood": "#e3c08c",
    "wood-line": "#5f4022",
    "accent": "#bb3119",
    "water": "#c3d3c9",
    "bridge": "#a8763c",
}

PARTS = {
    "ground": format_html('fill="{}"', INK["wood"]),
    "lines": format_html(
        'fill="none" stroke="{}" stroke-width="0.25" opacity="0.55"', INK["wood-line"]
    ),
    "last": format_html('fill="{}" opacity="0.28"', INK["accent"]),
    "water": format_html('fill="{}"', INK["water"]),
    "bridge": format_html('fill="{}"', INK["bridge"]),
}


@dataclass(frozen=True, slots=True)
class FileBrush:
    """Writes colours where they are used, and refers to pieces within the file."""

    is_upside_down: bool
    """Whether the discs of the pieces stand on their heads."""

    def part(self, name: str) -> SafeString:
        """Return its colours; pieces have theirs themselves."""
        return PARTS.get(name, SafeString())

    def piece(self, face: PieceFace) -> SafeString:
        """References to the disc and the sign."""
        turn = SafeString(' transform="rotate(180 50 50)"') if self.is_upside_down else ""
        return format_html(
            '<use href="#{}"{}/><use href="#{}"/>', face.side, turn, f"{face.side}-{face.sign}"
        )


def picture_file(game: str, view: JsonObject | None, seat: int | None, *, piece_set: str) -> str:
    """Return the board of *view*, seen from *seat*, as an SVG file in the colours of the day.

    The start if there is no view.
    """
    card = card_for(game)
    brush = FileBrush(is_upside_down=card.has_pointed_pieces and card.board.is_turned(seat))
    drawing = board_drawing(game, view, seat, brush)
    width, height = drawing.width + 2 * RIM, drawing.height + 2 * RIM
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}"'
        ' viewBox="{} {} {} {}" role="img"><title>{}</title><defs>{}</defs>'
        '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>{}</svg>\n',
        *(round(width * POINTS), round(height * POINTS), -RIM, -RIM, width, height),
        *(picture_label(game), _shapes_used(drawing, card.inks, card.sprite(piece_set))),
        *(-RIM, -RIM, width, height, RIM, INK["wood-line"], drawing.shapes),
    )


def _shapes_used(drawing: Drawing, inks: Mapping[str, PieceInk], sprite: str) -> SafeString:
    """Return the discs and signs the drawing refers to, each in the colours of its side."""
    used = sorted(set(re.findall(r'<use href="#([^"]+)"', drawing.shapes)))
    found = ((name, *name.partition("-")[::2]) for name in used)
    return format_html_join(
        "",
        '<g id="{}">{}</g>',
        (
            (name, _coloured(_symbols(sprite)[sign or side], inks[side]))
            for name, side, sign in found
        ),
    )


def _coloured(shapes: str, ink: PieceInk) -> SafeString:
    """*shapes* of a sprite with the colours in the places of their names."""
    for name, colour in (
        ("var(--piece-edge,var(--piece-rim))", ink.edge),
        ("var(--piece-edge)", ink.edge),
        ("var(--piece-face)", ink.face),
        ("var(--piece-rim)", ink.rim),
        ("var(--piece-white)", ink.white),
        ("currentColor", ink.ink),
    ):
        shapes = shapes.replace(name, colour)
    return SafeString(shapes)  # our own drawing, by tools/pieces


@lru_cache
def _symbols(sprite: str) -> Mapping[str, str]:
    """Return what each symbol of a sprite consists of, by id."""
    path = finders.find(sprite)
    assert path is not None, f"there is no {sprite}"
    symbol = re.compile(r'<symbol id="([^"]+)" viewBox="0 0 100 100">(.*?)</symbol>', re.DOTALL)
    return dict(symbol.findall(Path(path).read_text()))
