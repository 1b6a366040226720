"""Armies and how they are placed (§3)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.dice import Dice
from engines.seichu.fouls import nifu_files
from engines.seichu.moves import Placement
from engines.seichu.pieces import ARMY, EMPTY, KIND_OF, KINDS, KING, piece_of, tally
from engines.seichu.squares import ALL_SQUARES, SETUP_ORDER

FULL_ARMY = tuple(kind for kind in KINDS for _ in range(ARMY[kind]))


def hand_beside(placement: Placement) -> tuple[int, ...] | None:
    """What is left of an army for the hand: one piece; None if the eight are not of an army."""
    counts = tally(placement.kinds)
    left = tuple(kind for kind in KINDS for _ in range(ARMY[kind] - counts[kind]))
    return left if len(left) + len(placement.kinds) == len(FULL_ARMY) else None


def shuffled(dice: Dice) -> Placement:
    """Any of the 161 280 placements, each as likely."""
    kinds = list(FULL_ARMY)
    while True:
        dice.shuffle(kinds)
        if kinds[-1] != KING:
            return Placement(tuple(kinds[:-1]))


def mirrored(placement: Placement) -> Placement:
    """The same placement with left and right exchanged."""
    front, back = placement.kinds[:4], placement.kinds[4:]
    return Placement((*front[::-1], *back[::-1]))


def warnings_about(placement: Placement) -> tuple[str, ...]:
    """What the owner should be asked about before being ready; codes name sentences.

    ``standing-nifu``: two pawns on a file, which a Doubt proves on any turn.
    """
    board = place([EMPTY] * len(ALL_SQUARES), 0, placement)
    return ("standing-nifu",) if nifu_files(board, 0) else ()


def place(board: Sequence[int], seat: int, placement: Placement) -> tuple[int, ...]:
    """*board* with the pieces of *seat* in its camp."""
    squares = list(board)
    for square, kind in zip(SETUP_ORDER[seat], placement.kinds, strict=True):
        squares[square] = piece_of(seat, kind)
    return tuple(squares)


def placement_on(board: Sequence[int], seat: int) -> Placement | None:
    """The placement of *seat* that *board* shows; None where it shows less than all of it."""
    pieces = [board[square] for square in SETUP_ORDER[seat]]
    kinds = tuple(KIND_OF[piece] for piece in pieces)
    whole = EMPTY not in kinds and pieces == [piece_of(seat, kind) for kind in kinds]
    placement = Placement(kinds)
    return placement if whole and hand_beside(placement) else None
