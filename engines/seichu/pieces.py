"""The pieces as small ints; see `engines.core.hidden.PieceCodes` for the tables of their codes."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core import hidden
from engines.core.seats import Seat

SOUTH = Seat(0)
NORTH = Seat(1)
SEATS = frozenset({SOUTH, NORTH})

EMPTY = hidden.EMPTY
UNKNOWN = EMPTY
"""A kind that the viewer does not know, in a hand or of a drop."""

CODES = hidden.PieceCodes("KRBGSNLP", seats=2)
KINDS = CODES.kinds
KING, ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN = KINDS

LETTERS, KIND_OF_LETTER = CODES.letters, CODES.kind_of_letter

ARMY = (0, 1, 1, 1, 1, 1, 1, 1, 2)
"""How many of each kind a side sets out with."""

USUAL: hidden.Armies = (ARMY, ARMY)
"""What both sides set out with where there is no handicap."""

HIDDEN, KIND_OF = CODES.hidden, CODES.kind_of
SEAT_OF, IS_OF = CODES.seat_of, CODES.is_of
piece_of, kinds_in, letters_of = CODES.piece_of, CODES.kinds_in, CODES.letters_of
mask_of = hidden.mask_of

ALL = mask_of(KINDS)


def tally(kinds: Iterable[int]) -> list[int]:
    """Return how many of each kind there are, by kind; the unknown ones are not counted."""
    counts = [0] * len(ARMY)
    for kind in kinds:
        counts[kind] += 1
    counts[UNKNOWN] = 0
    return counts
