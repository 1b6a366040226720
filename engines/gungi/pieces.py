"""The pieces as small ints: a kind from 1 to 14, and 16 more for White's piece of it."""

from __future__ import annotations

from engines.core.seats import Seat

BLACK = Seat(0)
WHITE = Seat(1)

EMPTY = 0
KINDS = tuple(range(1, 15))
"""In the order of the rules page."""
(
    MARSHAL,
    GENERAL,
    LIEUTENANT,
    MAJOR,
    SAMURAI,
    SPEAR,
    RIDER,
    NINJA,
    FORTRESS,
    SOLDIER,
    CANNON,
    ARCHER,
    MUSKETEER,
    TACTICIAN,
) = KINDS

SEAT_BIT = 16
"""Set in White's pieces: flipping it gives the other side's piece of the same kind."""

KIND_LETTERS = ".mgijwnrsfdcakt"
"""The lower-case letter of each kind."""
KANJI = "・帥大中小侍槍馬忍砦兵砲弓筒謀"
"""The sign of each kind."""
KINDS_BY_LETTER = {letter: kind for kind, letter in enumerate(KIND_LETTERS) if kind}

LETTERS = {
    kind + SEAT_BIT * seat: letter
    for seat, letters in enumerate((KIND_LETTERS.upper(), KIND_LETTERS))
    for kind, letter in enumerate(letters)
    if kind
}
"""The letter of each piece: Black's are capitals."""
PIECES = {letter: piece for piece, letter in LETTERS.items()}

FULL_ARMY = dict(zip(KINDS, (1, 1, 1, 2, 2, 3, 2, 2, 2, 4, 1, 2, 1, 1), strict=True))
"""How many of each kind a side has: 25 pieces."""


def piece_of(seat: int, kind: int) -> int:
    """Return the piece of *kind* that belongs to *seat*."""
    return kind | seat << 4


def kind_of(piece: int) -> int:
    """Return the kind of a piece of either seat."""
    return piece & 15


def seat_of(piece: int) -> Seat:
    """Return whose piece it is; *piece* is not EMPTY."""
    return Seat(piece >> 4)
