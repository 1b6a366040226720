"""What a piece looks like on the page."""

from __future__ import annotations

from dataclasses import dataclass

SOUTH, NORTH = "south", "north"
SIDES = (SOUTH, NORTH)
"""The two discs of every sprite, by seat."""

PIECE_SETS = ("kanji", "international")


@dataclass(frozen=True, slots=True)
class PieceFace:
    """A piece as drawn and as read out."""

    side: str
    """Whose disc: the id of a symbol in the sprite, and a class in pieces.css."""
    sign: str
    """What is on the disc: the id of a symbol in the sprite."""
    name: str
    """The kind of piece, in the reader's language, without its side."""
    kind: str
    """The letter of that kind, wherever it stands; empty where the viewer does not know it."""

    @property
    def is_blank(self) -> bool:
        """Whether the viewer does not know what it is."""
        return not self.kind


@dataclass(frozen=True, slots=True)
class Guess:
    """What its player takes a piece for."""

    face: PieceFace
    verdict: str = ""
    """"right" or "wrong" once the truth is known, "ruled-out" where it cannot be; else empty."""


def sprite_path(game: str, piece_set: str) -> str:
    """Where the drawings of a game's pieces lie, below the static address."""
    return f"pieces/{game}/{piece_set if piece_set in PIECE_SETS else PIECE_SETS[0]}.svg"
