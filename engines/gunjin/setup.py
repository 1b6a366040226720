"""Armies and how they are placed (§3)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.dice import Dice
from engines.core.hidden import Army, HomeSquares, Squares
from engines.core.seats import Seat
from engines.gunjin.moves import Placement
from engines.gunjin.pieces import (
    CODES,
    FIXED,
    FLAG,
    KINDS,
    NORTH,
    SOUTH,
)
from engines.gunjin.squares import BRIDGE_FILES, SETUP_ORDER, SQUARE_NAMES

HOMES = HomeSquares(CODES, SETUP_ORDER)

FRONT_RANK, BACK_RANK = slice(0, 8), slice(16, 23)
"""The outer ranks of a placement."""


def pieces_of(army: Army) -> list[int]:
    """The kinds of an army's pieces, each as often as it has it, in the order of the rules page."""
    return [kind for kind in KINDS for _ in range(army[kind])]


def is_army(kinds: Sequence[int], army: Army) -> bool:
    """Return whether these are the pieces of *army*, each kind as often as it should be."""
    return sorted(kinds) == pieces_of(army)


def shuffled(dice: Dice, army: Army) -> Placement:
    """Any of the possible placements of *army*, each as likely."""
    kinds = pieces_of(army)
    dice.shuffle(kinds)
    return Placement(tuple(kinds))


def warnings_about(placement: Placement) -> tuple[str, ...]:
    """Return what the owner should be asked about before being ready; codes name sentences.

    ``flag-without-support``: nothing can stand behind a flag on the last rank.
    ``both-bridges-blocked``: two fixed pieces stand before the two bridges, so
    that the own ground pieces never get across.
    """
    front = placement.kinds[FRONT_RANK]
    warnings = []
    if FLAG in placement.kinds[BACK_RANK]:
        warnings.append("flag-without-support")
    if all(FIXED >> front[file] & 1 for file in BRIDGE_FILES):
        warnings.append("both-bridges-blocked")
    return tuple(warnings)


def placement_on(board: Squares, seat: int, army: Army) -> Placement | None:
    """The placement of *army* that *board* shows; None where it shows less than all of it."""
    kinds = HOMES.kinds_on(board, seat)
    return Placement(kinds) if kinds and is_army(kinds, army) else None


def kinds_by_seat(board: Squares) -> dict[Seat, dict[str, str]]:
    """Return the letters of the pieces on *board*, by seat and square."""
    return {seat: HOMES.letters_on(board, seat, SQUARE_NAMES) for seat in (SOUTH, NORTH)}
