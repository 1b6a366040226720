"""What a move leads to on an open board: captures, and the threats they leave.

Values are in units of `WORTH`, for one side; `WIN` and more is the end of the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.seichu.movement import LINES
from engines.seichu.pieces import EMPTY, IS_OF, KIND_OF, KING, SEAT_OF, piece_of
from engines.seichu.squares import ALL_SQUARES, ON_LAST_RANK

WORTH = (0, 1000, 90, 80, 60, 50, 40, 40, 15)
"""What each kind is worth."""

WIN = 10_000
"""What the end of the match is worth: more than everything else together."""

LONGEST = 5
"""Captures in a row that are looked at."""

MANY_CHECKS, CORNERED = 6.0, 3.0
"""So many checks are half of the utmost danger; a king that cannot step away counts them so often.
"""

Board = list[int]
"""28 codes of pieces, all kinds known; it is changed while it is looked at, and put back."""

Capture = tuple[int, int, int]
"""What it gains, from where, to where."""

_CODES = range(17)
GAIN = tuple(WIN if KIND_OF[code] == KING else WORTH[KIND_OF[code]] for code in _CODES)
"""What taking a piece gains, by its code."""

_WAYS = tuple(
    tuple(LINES[SEAT_OF[code]][KIND_OF[code]][square] if code else () for square in ALL_SQUARES)
    for code in _CODES
)


def captures_of(board: Board, seat: int) -> list[Capture]:
    """The true captures of *seat*, the best first; a Trial, and taking the king, gain `WIN`."""
    own, king, found = IS_OF[seat], piece_of(seat, KING), []
    for origin, code in enumerate(board):
        if own[code]:
            for line in _WAYS[code][origin]:
                for target in line:
                    if board[target]:
                        if not own[board[target]]:
                            found.append((GAIN[board[target]], origin, target))
                        break
            if code == king:
                found += _trials(board, seat, origin)
    found.sort(reverse=True)
    return found


def settled(board: Board, seat: int, enough: int = WIN, left: int = LONGEST) -> int:
    """Return what *seat*, to move, wins once captures are played out; 0 or more.

    Either side may stop at any time, and both do after *left* captures. Exact below *enough*.
    """
    best = 0
    for gain, origin, target in captures_of(board, seat):
        if gain <= best or best >= enough:
            break
        if gain >= WIN:
            return WIN
        if not left:
            break
        moved, taken = board[origin], board[target]
        board[origin], board[target] = EMPTY, moved
        best = max(best, gain - settled(board, 1 - seat, gain - best, left - 1))
        board[origin], board[target] = moved, taken
    return best


def outlook(board: Board, seat: int) -> tuple[int, int]:
    """Return what *seat* comes out with when the other side is to move: if it finds its best reply;
    and if it overlooks what is threatened.
    """
    other = 1 - seat
    threat = settled(board, seat)
    worst = threat
    for gain, origin, target in captures_of(board, other):
        if gain >= WIN:
            return -WIN, -WIN
        if -gain >= worst:
            break
        worst = min(worst, _after(board, seat, origin, target) - gain)
    overlooked = min(threat, worst) if worst < 0 else threat
    if worst > 0:
        for origin, target in _quiet(board, other):
            worst = min(worst, _after(board, seat, origin, target, worst))
            if worst <= 0:
                break
    return worst, overlooked


def danger(board: Board, seat: int, hand: Sequence[int]) -> float:
    """Return how open the king of *seat* lies to checks by pieces it cannot take: from 0 to 1.

    *hand* is what the other side, which is to move, may drop. Checks from
    which the king cannot step away count more.
    """
    code = piece_of(seat, KING)
    if code not in board:
        return 0.0
    king = board.index(code)
    theirs, ours = _reached(board, 1 - seat), _reached(board, seat)
    own = IS_OF[seat]
    escapes = any(not own[board[to]] and not theirs[to] for (to,) in _WAYS[board[king]][king])
    safe = [square for square in ALL_SQUARES if not board[square] and not ours[square]]
    found = 0
    for kind in set(hand):
        for square in safe:
            found += _aims(board, piece_of(1 - seat, kind), square, king)
    for origin, target in _quiet(board, 1 - seat):
        if not ours[target]:
            found += _aims(board, board[origin], target, king)
    weighed = found if escapes else found * CORNERED
    return weighed / (weighed + MANY_CHECKS)


def is_reached(board: Board, seat: int, square: int) -> bool:
    """Return whether a piece of *seat* could truly take what stands on *square*."""
    return any(target == square for _, _, target in captures_of(board, seat))


def _after(board: Board, seat: int, origin: int, target: int, enough: int = WIN) -> int:
    """Return what *seat* wins after a reply of the other side."""
    moved, taken = board[origin], board[target]
    board[origin], board[target] = EMPTY, moved
    value = settled(board, seat, enough)
    board[origin], board[target] = moved, taken
    return value


def _quiet(board: Board, seat: int) -> Iterator[tuple[int, int]]:
    own = IS_OF[seat]
    for origin, code in enumerate(tuple(board)):
        if own[code]:
            for line in _WAYS[code][origin]:
                for target in line:
                    if board[target]:
                        break
                    yield origin, target


def _reached(board: Board, seat: int) -> list[bool]:
    """Return which squares pieces of *seat* attack or guard, empty ones included."""
    own, reached = IS_OF[seat], [False] * len(board)
    for origin, code in enumerate(board):
        if own[code]:
            for line in _WAYS[code][origin]:
                for target in line:
                    reached[target] = True
                    if board[target]:
                        break
    return reached


def _aims(board: Board, code: int, square: int, goal: int) -> bool:
    """Return whether a piece on *square* attacks *goal*."""
    for line in _WAYS[code][square]:
        if goal in line:
            for target in line:
                if target == goal:
                    return True
                if board[target]:
                    break
    return False


def _trials(board: Board, seat: int, origin: int) -> Iterator[Capture]:
    for (target,) in _WAYS[board[origin]][origin]:
        if ON_LAST_RANK[seat][target] and not IS_OF[seat][board[target]]:
            yield WIN, origin, target
