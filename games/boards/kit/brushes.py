"""With what boards are drawn as pictures."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

from django.utils.safestring import SafeString

from games.boards.kit.faces import PieceFace


class Brush(Hashable, Protocol):
    """With what a board is drawn: in a page style sheets give colours, a file has its own."""

    def part(self, name: str) -> SafeString:
        """Return the attributes of "ground", "lines", "last", "changed", "water", "bridge", or of a
        side's piece."""

    def piece(self, face: PieceFace) -> SafeString:
        """Return what is drawn of a piece, 100 units wide and high."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as drawn, and its size in units."""

    width: int
    height: int
    shapes: SafeString


@dataclass(frozen=True, slots=True)
class PieceInk:
    """The colours of one side's pieces, where a picture brings its own."""

    face: str
    rim: str
    white: str
    edge: str
    ink: str


USUAL = {
    "south": PieceInk("#f9edd3", "#b3260f", "#fffdf7", "#c9a873", "#b3260f"),
    "north": PieceInk("#2c2520", "#f5e8cd", "#f5e8cd", "#100c0a", "#f5e8cd"),
}
"""Those of games for two whose pieces are of wood."""
