"""The pieces as small ints; see `engines.core.hidden.PieceCodes` for the tables of their codes."""

from __future__ import annotations

from engines.core import hidden
from engines.core.seats import Seat

SOUTH = Seat(0)
NORTH = Seat(1)
SEATS = frozenset({SOUTH, NORTH})

EMPTY = hidden.EMPTY
CODES = hidden.PieceCodes("GLMCKJABDPTHESXF", seats=2)
KINDS = CODES.kinds
(
    GENERAL,
    LIEUTENANT_GENERAL,
    MAJOR_GENERAL,
    COLONEL,
    LIEUTENANT_COLONEL,
    MAJOR,
    CAPTAIN,
    FIRST_LIEUTENANT,
    SECOND_LIEUTENANT,
    PLANE,
    TANK,
    CAVALRY,
    ENGINEER,
    SPY,
    MINE,
    FLAG,
) = KINDS

LETTERS, KIND_OF_LETTER = CODES.letters, CODES.kind_of_letter

ARMY = (0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 2, 1, 2, 1)
"""How many of each kind a side has, if it has no handicap."""

USUAL: hidden.Armies = (ARMY, ARMY)
"""What both sides have where there is no handicap."""

HIDDEN, KIND_OF = CODES.hidden, CODES.kind_of
SEAT_OF, IS_OF = CODES.seat_of, CODES.is_of
piece_of, kinds_in, letters_of = CODES.piece_of, CODES.kinds_in, CODES.letters_of
mask_of = hidden.mask_of

ALL = mask_of(KINDS)
FIXED = mask_of((MINE, FLAG))
MOVABLE = ALL & ~FIXED
OCCUPIERS = mask_of(
    (GENERAL, LIEUTENANT_GENERAL, MAJOR_GENERAL, COLONEL, LIEUTENANT_COLONEL, MAJOR)
)
"""The kinds that win by entering the enemy headquarters (§6.1)."""

IS_MOVABLE = tuple(
    tuple(of and bool(MOVABLE >> kind & 1) for of, kind in zip(row, KIND_OF, strict=True))
    for row in IS_OF
)
"""For each seat and code, whether that is a movable piece of the seat's."""

IS_OCCUPIER = tuple(
    tuple(of and bool(OCCUPIERS >> kind & 1) for of, kind in zip(row, KIND_OF, strict=True))
    for row in IS_OF
)
"""For each seat and code, whether that is a piece of the seat's that wins by occupation."""


def letter_of(piece: int) -> str | None:
    """Return the letter of a piece's kind; None where the viewer does not know it."""
    return LETTERS[KIND_OF[piece]] if KIND_OF[piece] else None
