"""What a Doubt proves (§5.2), and every foul of a match.

Nothing here is asked before somebody doubts or the match is over: no answer
depends on hidden kinds, and none takes longer because of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.seichu.fouls import DROP_MATE, MOVEMENT, NIFU, Foul, fouls_of, nifu_files
from engines.seichu.pieces import EMPTY, KIND_OF, piece_of
from engines.seichu.position import CAPTURE_CHECK, DEFEAT_CHECK, Position
from engines.seichu.squares import HAND


def proof_of(position: Position) -> tuple[str, ...]:
    """The fouls that a Doubt declared now would prove; none: it would not be proven."""
    last = position.plies
    done = set(fouls_in(position))
    enemy = 1 - position.answering
    if position.asked == CAPTURE_CHECK:
        return _among(done, Foul(last - 1, enemy, MOVEMENT))
    if position.asked == DEFEAT_CHECK:
        return _among(done, Foul(last, enemy, MOVEMENT))
    standing = (NIFU,) if nifu_files(position.board, enemy) else ()
    at_last = _among(done, Foul(last, enemy, MOVEMENT), Foul(last, enemy, DROP_MATE))
    return (*at_last, *standing)


def fouls_in(position: Position) -> tuple[Foul, ...]:
    """Every foul from the start to *position*, in the order in which they were made."""
    return tuple(_fouls_in(position))


def _among(done: set[Foul], *fouls: Foul) -> tuple[str, ...]:
    return tuple(foul.what for foul in fouls if foul in done)


def _fouls_in(position: Position) -> Iterator[Foul]:
    for seat in (0, 1):
        if nifu_files(position.start, seat):
            yield Foul(0, seat, NIFU)
    board, drops = list(position.start), tuple(map(iter, position.dropped))
    mover, ply = int(position.first or 0), 0
    for played in position.record:
        if not played.is_ply:
            continue
        origin, target, ply = played.origin, played.target, ply + 1
        kind = next(drops[mover]) if origin == HAND else KIND_OF[board[origin]]
        for what in fouls_of(board, mover, origin, target, kind):
            yield Foul(ply, mover, what)
        if origin != HAND:
            board[origin] = EMPTY
        board[target] = piece_of(mover, kind)
        mover = 1 - mover
