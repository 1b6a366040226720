"""Fouls (§5.1): accepted like any other move, and proven by a Doubt or shown at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.seichu.movement import is_attacked, targets_of
from engines.seichu.pieces import EMPTY, IS_OF, KIND_OF, KING, PAWN, piece_of
from engines.seichu.squares import FILE_OF, FILES, HAND, ON_LAST_RANK

MOVEMENT, NIFU, DROP_MATE = "movement", "nifu", "drop-mate"


class Foul(NamedTuple):
    """A foul of a seat in a ply; ply 0 is the set-up."""

    ply: int
    seat: int
    what: str


def nifu_files(board: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return the files on which *seat* has two or more pawns, its enemy's camp included."""
    pawn = piece_of(seat, PAWN)
    return tuple(file for file in range(FILES) if board[file::FILES].count(pawn) > 1)


def authors_fouls(
    board: Sequence[int], seat: int, origin: int, target: int, kind: int
) -> Iterator[str]:
    """Yield the fouls of a move of *kind* that its author can see: movement, and making a nifu.

    *board* is the one before the move, and may have hidden enemies on it.
    """
    if origin != HAND and target not in targets_of(board, seat, origin, kind):
        yield MOVEMENT
    if kind == PAWN and _makes_nifu(board, seat, origin, target):
        yield NIFU


def fouls_of(board: Sequence[int], seat: int, origin: int, target: int, kind: int) -> Iterator[str]:
    """Yield every foul of a move; all kinds on *board*, which is the one before it, are known."""
    yield from authors_fouls(board, seat, origin, target, kind)
    if origin == HAND and kind == PAWN and is_drop_mate(_with_pawn(board, seat, target), target):
        yield DROP_MATE


def is_drop_mate(board: Sequence[int], square: int) -> bool:
    """Return whether the pawn just dropped on *square* mates (§5.1)."""
    dropper = 0 if IS_OF[0][board[square]] else 1
    defender = 1 - dropper
    king = piece_of(defender, KING)
    if not any(board[at] == king for at in targets_of(board, dropper, square, PAWN)):
        return False
    return not any(
        _helps(board, defender, origin, target)
        for origin, piece in enumerate(board)
        if IS_OF[defender][piece]
        for target in targets_of(board, defender, origin, KIND_OF[piece])
    )


def _helps(board: Sequence[int], defender: int, origin: int, target: int) -> bool:
    """Return whether this true move wins at once, or leaves the king unattacked."""
    king = piece_of(defender, KING)
    if board[target] == piece_of(1 - defender, KING):
        return True
    if board[origin] == king and ON_LAST_RANK[defender][target]:
        return True
    after = list(board)
    after[target], after[origin] = board[origin], EMPTY
    return not is_attacked(after, after.index(king), 1 - defender)


def _makes_nifu(board: Sequence[int], seat: int, origin: int, target: int) -> bool:
    if origin != HAND and FILE_OF[origin] == FILE_OF[target]:
        return False
    return piece_of(seat, PAWN) in board[FILE_OF[target] :: FILES]


def _with_pawn(board: Sequence[int], seat: int, square: int) -> list[int]:
    after = list(board)
    after[square] = piece_of(seat, PAWN)
    return after
