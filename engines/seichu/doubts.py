"""What a Doubt proves (§5.2), and every foul of a match.

Nothing here is asked before somebody doubts or the match is over. A Doubt
after which the match may go on looks at one ply whose kind has been shown, and
at no other: neither its answer nor its time depends on what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.seichu.fouls import (
    DROP_MATE,
    MOVEMENT,
    NIFU,
    Foul,
    authors_fouls,
    fouls_of,
    nifu_files,
)
from engines.seichu.pieces import EMPTY, KIND_OF, piece_of
from engines.seichu.position import CAPTURE_CHECK, DEFEAT_CHECK, Position
from engines.seichu.squares import HAND


class _Ply(NamedTuple):
    """A move or drop, and the board before it."""

    board: list[int]
    seat: int
    origin: int
    target: int
    kind: int


def proof_of(position: Position) -> tuple[str, ...]:
    """Return the fouls that a Doubt declared now would prove; none: it would not be proven."""
    if position.asked == CAPTURE_CHECK:
        return _movement_of(position, position.plies - 1)
    if position.asked == DEFEAT_CHECK:
        return _movement_of(position, position.plies)
    enemy = 1 - position.answering
    at_last = [foul.what for foul in fouls_in(position) if foul.ply == position.plies]
    standing = (NIFU,) if nifu_files(position.board, enemy) else ()
    return (*(what for what in at_last if what in (MOVEMENT, DROP_MATE)), *standing)


def fouls_in(position: Position) -> tuple[Foul, ...]:
    """Return every foul from the start to *position*, in the order in which they were made."""
    return tuple(_fouls_in(position))


def _movement_of(position: Position, number: int) -> tuple[str, ...]:
    """Return whether ply *number*, which was a move on the board, was a false one."""
    for found, ply in enumerate(_plies_of(position), start=1):
        if found == number and MOVEMENT in authors_fouls(*ply):
            return (MOVEMENT,)
    return ()


def _fouls_in(position: Position) -> Iterator[Foul]:
    for seat in (0, 1):
        if nifu_files(position.start, seat):
            yield Foul(0, seat, NIFU)
    for number, ply in enumerate(_plies_of(position), start=1):
        for what in fouls_of(*ply):
            yield Foul(number, ply.seat, what)


def _plies_of(position: Position) -> Iterator[_Ply]:
    """Yield every ply in turn; the board is the same list, changed from one to the next."""
    board, drops = list(position.start), tuple(map(iter, position.dropped))
    mover = int(position.first or 0)
    for played in position.record:
        if not played.is_ply:
            continue
        origin, target = played.origin, played.target
        kind = next(drops[mover]) if origin == HAND else KIND_OF[board[origin]]
        yield _Ply(board, mover, origin, target, kind)
        if origin != HAND:
            board[origin] = EMPTY
        board[target] = piece_of(mover, kind)
        mover = 1 - mover
