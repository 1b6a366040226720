"""The pieces as small ints: 1–8 are South's, 9–16 are North's in the same order, 0 is no piece."""

from __future__ import annotations

from engines.core.seats import Seat

SOUTH = Seat(0)
NORTH = Seat(1)

EMPTY = 0
GENERAL, ADVISOR, CHARIOT, BEAR, HORSE, CANNON, EMPRESS, SOLDIER = KINDS = tuple(range(1, 9))
SEAT_OFFSET = 8
"""What to add to a kind for North's piece of it."""

LETTERS = ".GARBHCESgarbhces"
"""The letter of each piece; a dot for an empty square."""

PIECES = {letter: piece for piece, letter in enumerate(LETTERS) if piece}
"""The piece of each letter."""

OWN = (range(1, 9), range(9, 17))
"""The pieces of each seat."""

PROMOTIONS = (EMPRESS, ADVISOR, CANNON, CHARIOT, BEAR, HORSE)
"""The kinds a soldier may become, in the order of the rules page."""


def piece_of(seat: int, kind: int) -> int:
    """Return the piece of *kind* that belongs to *seat*."""
    return kind + SEAT_OFFSET * seat


def kind_of(piece: int) -> int:
    """Return the kind of a piece of either seat; *piece* is not EMPTY."""
    return piece - SEAT_OFFSET if piece > SEAT_OFFSET else piece


def seat_of(piece: int) -> Seat:
    """Return whose piece it is; *piece* is not EMPTY."""
    return NORTH if piece > SEAT_OFFSET else SOUTH
