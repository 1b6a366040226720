"""Armies and how they are placed (§3)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.dice import Dice
from engines.core.hidden import Army, HomeSquares, Squares
from engines.core.seats import Seat
from engines.seichu.fouls import nifu_files
from engines.seichu.moves import Placement
from engines.seichu.pieces import (
    CODES,
    EMPTY,
    KINDS,
    KING,
    LETTERS,
    SEATS,
    tally,
)
from engines.seichu.squares import ALL_SQUARES, SETUP_ORDER, SQUARE_NAMES

HOMES = HomeSquares(CODES, SETUP_ORDER)

SQUARES = len(SETUP_ORDER[0])
"""How many pieces are placed; whatever an army has besides is in hand."""


def hand_beside(placement: Placement, army: Army) -> tuple[int, ...] | None:
    """Return what is left of *army* for the hand; None if what is placed is not of it."""
    counts = tally(placement.kinds)
    left = tuple(kind for kind in KINDS for _ in range(army[kind] - counts[kind]))
    return left if len(left) + len(placement.kinds) == sum(army) else None


def shuffled(dice: Dice, army: Army) -> Placement:
    """Any of the possible placements of *army*, each as likely: 161 280 of the usual one."""
    kinds = [kind for kind in KINDS for _ in range(army[kind])]
    while True:
        dice.shuffle(kinds)
        if KING in kinds[:SQUARES]:
            return Placement(tuple(kinds[:SQUARES]))


def warnings_about(placement: Placement) -> tuple[str, ...]:
    """Return what the owner should be asked about before being ready; codes name sentences.

    ``standing-nifu``: two pawns on a file, which a Doubt proves on any turn.
    ``king-in-hand``: no king on the board, which the site refuses.
    """
    board = HOMES.with_placed((EMPTY,) * len(ALL_SQUARES), 0, placement.kinds)
    nifu = ("standing-nifu",) if nifu_files(board, 0) else ()
    return nifu if KING in placement.kinds else (*nifu, "king-in-hand")


def kinds_by_seat(board: Squares, hands: Sequence[Sequence[int]]) -> dict[Seat, dict[str, str]]:
    """The letters of the pieces on *board*, by square, and in hand, numbered; for each seat."""
    return {
        seat: HOMES.letters_on(board, seat, SQUARE_NAMES)
        | {f"hand{number}": LETTERS[kind] for number, kind in enumerate(hands[seat], start=1)}
        for seat in sorted(SEATS)
    }


def placement_on(board: Squares, seat: int, army: Army) -> Placement | None:
    """The placement of *army* that *board* shows; None where it shows less than all of it."""
    kinds = HOMES.kinds_on(board, seat)
    is_whole = kinds is not None and hand_beside(Placement(kinds), army) is not None
    return Placement(kinds) if kinds and is_whole else None
