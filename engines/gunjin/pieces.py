"""The pieces as small ints: 1–16 are South's kinds, 17–32 North's in the same order, 0 is none.

What a viewer does not know is `HIDDEN`: a code that tells whose piece it is
and nothing more. Sets of kinds are bit masks, bit 1 to bit 16.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core.seats import Seat

SOUTH = Seat(0)
NORTH = Seat(1)
SEATS = frozenset({SOUTH, NORTH})

EMPTY = 0
KINDS = tuple(range(1, 17))
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

LETTERS = ".GLMCKJABDPTHESXF"
"""The letter of each kind; a dot for none."""

KIND_OF_LETTER = {letter: kind for kind, letter in enumerate(LETTERS) if kind}

ARMY = (0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 2, 1, 2, 1)
"""How many of each kind a side has."""

ARMY_SIZE = sum(ARMY)

SEAT_OFFSET = 16
"""What to add to a kind for North's piece of it."""

HIDDEN = (33, 34)
"""A piece of each seat whose kind the viewer does not know."""

KIND_OF = (0, *KINDS, *KINDS, 0, 0)
"""The kind of each code; 0 for none and for a hidden one."""

SEAT_OF = (-1, *([0] * 16), *([1] * 16), 0, 1)
"""Whose piece each code is; -1 for none."""

IS_OF = tuple(tuple(owner == seat for owner in SEAT_OF) for seat in (0, 1))
"""For each seat and code, whether that piece is the seat's."""


def mask_of(kinds: Iterable[int]) -> int:
    """A set of kinds as a bit mask."""
    return sum(1 << kind for kind in set(kinds))


def kinds_in(mask: int) -> list[int]:
    """The kinds of a bit mask, in the order of the rules page."""
    return [kind for kind in KINDS if mask >> kind & 1]


def letters_of(kinds: Sequence[int]) -> str:
    """Kinds by their letters."""
    return "".join(LETTERS[kind] for kind in kinds)


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


def piece_of(seat: int, kind: int) -> int:
    """The code of *kind* in the hands of *seat*."""
    return kind + SEAT_OFFSET * seat


def letter_of(piece: int) -> str | None:
    """The letter of a piece's kind; None where the viewer does not know it."""
    return LETTERS[KIND_OF[piece]] if KIND_OF[piece] else None
