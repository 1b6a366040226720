"""Armies and how they are placed (§3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core.dice import Dice
from engines.core.seats import Seat
from engines.seichu.fouls import nifu_files
from engines.seichu.moves import Placement
from engines.seichu.pieces import (
    ARMY,
    EMPTY,
    KIND_OF,
    KINDS,
    KING,
    LETTERS,
    SEAT_OF,
    SEATS,
    piece_of,
    tally,
)
from engines.seichu.squares import ALL_SQUARES, SETUP_ORDER, SQUARE_NAMES

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


def warnings_about(placement: Placement) -> tuple[str, ...]:
    """What the owner should be asked about before being ready; codes name sentences.

    ``standing-nifu``: two pawns on a file, which a Doubt proves on any turn.
    ``king-in-hand``: no king on the board, which the house refuses.
    """
    board = place([EMPTY] * len(ALL_SQUARES), 0, placement)
    nifu = ("standing-nifu",) if nifu_files(board, 0) else ()
    return nifu if KING in placement.kinds else (*nifu, "king-in-hand")


def kinds_by_seat(
    board: Sequence[int], hands: Sequence[Sequence[int]]
) -> dict[Seat, dict[str, str]]:
    """The letters of the pieces on *board*, by square, and in hand, numbered; for each seat."""
    return {seat: dict(_kinds(board, hands[seat], seat)) for seat in sorted(SEATS)}


def _kinds(board: Sequence[int], hand: Sequence[int], seat: Seat) -> Iterator[tuple[str, str]]:
    for square, piece in enumerate(board):
        if SEAT_OF[piece] == seat:
            yield SQUARE_NAMES[square], LETTERS[KIND_OF[piece]]
    for number, kind in enumerate(hand, start=1):
        yield f"hand{number}", LETTERS[kind]


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
