"""The pieces as small ints: 1–8 are South's kinds, 9–16 North's in the same order, 0 is none.

What a viewer does not know is `HIDDEN`: a code that tells whose piece it is
and nothing more. Sets of kinds are bit masks, bit 1 to bit 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core.seats import Seat

SOUTH = Seat(0)
NORTH = Seat(1)
SEATS = frozenset({SOUTH, NORTH})

EMPTY = 0
UNKNOWN = 0
"""A kind that the viewer does not know, in a hand or of a drop."""

KINDS = tuple(range(1, 9))
KING, ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN = KINDS

LETTERS = ".KRBGSNLP"
"""The letter of each kind; a dot for none."""

KIND_OF_LETTER = {letter: kind for kind, letter in enumerate(LETTERS) if kind}

ARMY = (0, 1, 1, 1, 1, 1, 1, 1, 2)
"""How many of each kind a side sets out with."""

ARMY_SIZE = sum(ARMY)

SEAT_OFFSET = 8
"""What to add to a kind for North's piece of it."""

HIDDEN = (17, 18)
"""A piece of each seat whose kind the viewer does not know."""

KIND_OF = (0, *KINDS, *KINDS, 0, 0)
"""The kind of each code; 0 for none and for a hidden one."""

SEAT_OF = (-1, *([0] * 8), *([1] * 8), 0, 1)
"""Whose piece each code is; -1 for none."""

IS_OF = tuple(tuple(owner == seat for owner in SEAT_OF) for seat in (0, 1))
"""For each seat and code, whether that piece is the seat's."""

ALL = sum(1 << kind for kind in KINDS)


def piece_of(seat: int, kind: int) -> int:
    """The code of *kind* in the hands of *seat*."""
    return kind + SEAT_OFFSET * seat


def mask_of(kinds: Iterable[int]) -> int:
    """A set of kinds as a bit mask."""
    return sum(1 << kind for kind in set(kinds))


def kinds_in(mask: int) -> list[int]:
    """The kinds of a bit mask, in the order of the rules page."""
    return [kind for kind in KINDS if mask >> kind & 1]


def tally(kinds: Iterable[int]) -> list[int]:
    """How many of each kind there are, by kind; the unknown ones are not counted."""
    counts = [0] * len(ARMY)
    for kind in kinds:
        counts[kind] += 1
    counts[UNKNOWN] = 0
    return counts


def letters_of(kinds: Sequence[int]) -> str:
    """Kinds by their letters."""
    return "".join(LETTERS[kind] for kind in kinds)
