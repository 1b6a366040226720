"""The looks of pieces on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

SOUTH, NORTH = "south", "north"
DISCS = (SOUTH, NORTH)
"""The discs of a sprite for two, by seat; other games have theirs by the keys of their seats."""

PIECE_SETS = ("kanji", "international")


@dataclass(frozen=True, slots=True)
class PieceFace:
    """A piece as drawn and as read out."""

    side: str
    """Whose disc: the key of a seat, the id of a symbol in the sprite, and a class in styles."""
    sign: str
    """What is on the disc: the id of a symbol in the sprite."""
    name: str
    """The kind of piece, in the reader's language, without its side."""
    kind: str
    """The letter of that kind, wherever it stands; empty where the viewer does not know it."""

    @property
    def is_blank(self) -> bool:
        """True if the viewer does not know what it is."""
        return not self.kind


@dataclass(frozen=True, slots=True)
class KnownPiece:
    """A kind in the legend of its game."""

    face: PieceFace
    moves: str
    """How it moves, in a sentence."""


Stack: TypeAlias = tuple[PieceFace, ...]
"""The pieces on one square, from the bottom up; never empty."""


def one_each(pieces: Mapping[str, PieceFace]) -> dict[str, Stack]:
    """Return the stacks of a game in which no piece stands on another."""
    return {square: (face,) for square, face in pieces.items()}


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess of its player at a piece."""

    face: PieceFace
    verdict: str = ""
    """"right" or "wrong" once the truth is known, "ruled-out" where it cannot be, "sure" where it
    can be nothing else; else empty."""
