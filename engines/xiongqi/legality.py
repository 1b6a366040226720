"""Which moves are legal: one's own general not attacked afterwards, the generals not facing.

The board is a list here, on which moves are made and taken back. Most moves
can change neither condition, so only those are tried out that might.
"""

from __future__ import annotations

from engines.xiongqi.attack import Attack, attack_on, is_attacked, is_facing
from engines.xiongqi.movement import moves_apart, moves_from, moves_of
from engines.xiongqi.pieces import (
    BEAR,
    CANNON,
    CHARIOT,
    EMPRESS,
    GENERAL,
    HORSE,
    OWN,
    SOLDIER,
    piece_of,
)
from engines.xiongqi.tables import DIAGONAL_RAYS, HORSE_ORIGINS, ORTHOGONAL_RAYS

GENERALS = (piece_of(0, GENERAL), piece_of(1, GENERAL))
_WATCHED = tuple(
    tuple(piece_of(seat, kind) for kind in (CHARIOT, EMPRESS, CANNON, BEAR, HORSE, GENERAL))
    for seat in (0, 1)
)


def make(board: list[int], code: int) -> int:
    """Make a move; returns what it captured, which `unmake` wants back."""
    origin, target, kind = code >> 6 & 63, code & 63, code >> 12
    captured = board[target]
    board[target] = board[origin] + kind - SOLDIER if kind else board[origin]
    board[origin] = 0
    return captured


def unmake(board: list[int], code: int, captured: int) -> None:
    """Take back the move last made."""
    origin, target, kind = code >> 6 & 63, code & 63, code >> 12
    board[origin] = board[target] - kind + SOLDIER if kind else board[target]
    board[target] = captured


def is_in_check(board: list[int], seat: int) -> bool:
    """Return whether *seat*'s general is attacked (§4.2)."""
    return is_attacked(board, board.index(GENERALS[seat]), 1 - seat)


def is_safe(board: list[int], seat: int) -> bool:
    """Return whether *seat* may leave the board like this: not in check, generals not facing."""
    general = board.index(GENERALS[seat])
    return not is_facing(board, general, seat) and not is_attacked(board, general, 1 - seat)


def is_safe_after(board: list[int], seat: int, code: int) -> bool:
    """Return whether *seat* may make this move, which its piece can make, as far as safety goes."""
    captured = make(board, code)
    safe = is_safe(board, seat)
    unmake(board, code, captured)
    return safe


def legal_codes(board: list[int], seat: int, *, may_be_checked: bool = True) -> list[int]:
    """Return the codes of *seat*'s legal moves, in a fixed order; *board* is unchanged afterwards.

    *may_be_checked* is False where the caller knows that *seat* is not in check.
    """
    general = board.index(GENERALS[seat])
    attack = attack_on(board, general, 1 - seat) if may_be_checked else None
    certain: list[int] = []
    if attack:
        doubtful = _answers(moves_of(board, seat), general, attack)
    elif is_facing(board, general, seat):  # only in positions read from text
        doubtful = moves_of(board, seat)
    else:
        held, barred = _held_and_barred(board, seat, general)
        certain, doubtful = moves_apart(board, seat, held)
        if barred:
            doubtful += [code for code in certain if code & 63 in barred]
            certain = [code for code in certain if code & 63 not in barred]
    return certain + [code for code in doubtful if is_safe_after(board, seat, code)]


def has_legal_move(board: list[int], seat: int) -> bool:
    """Return whether *seat* has a legal move at all."""
    origins = (square for square in range(64) if board[square] in OWN[seat])
    return any(
        is_safe_after(board, seat, code)
        for origin in origins
        for code in moves_from(board, seat, origin)
    )


def _answers(codes: list[int], general: int, attack: Attack) -> list[int]:
    """Return the moves that might meet *attack* on the general."""
    path, leaving = attack.path, (general, attack.screen)
    return [code for code in codes if code & 63 in path or code >> 6 & 63 in leaving]


def _held_and_barred(board: list[int], seat: int, general: int) -> tuple[set[int], set[int]]:
    """On what a safe general's safety hangs: (squares not to leave, squares not to enter).

    Generous: a move that touches none of them is certainly safe, one that does
    may be safe too. Held are the general itself, whatever alone covers it from
    a line piece, from the other general or, as a leg, from a horse, and two
    pieces before a cannon. Barred are the squares before a cannon without a screen.
    """
    chariot, empress, cannon, bear, horse, other = _WATCHED[1 - seat]
    held, barred = {general}, set[int]()
    for ray in ORTHOGONAL_RAYS[general]:
        met = [square for square in ray if board[square]]
        if met and board[met[0]] == cannon:
            barred.update(ray[: ray.index(met[0])])
        if len(met) > 1 and board[met[1]] in (chariot, empress, other):
            held.add(met[0])
        if len(met) > 2 and board[met[2]] == cannon:
            held.update(met[:2])
    held.update(_held_on_diagonals(board, general, bear))
    held.update(leg for origin, leg in HORSE_ORIGINS[general] if board[origin] == horse)
    return held, barred


def _held_on_diagonals(board: list[int], general: int, bear: int) -> list[int]:
    """Return what alone stands between the general and a bear."""
    held = []
    for ray in DIAGONAL_RAYS[general]:
        met = [square for square in ray if board[square]]
        if len(met) > 1 and board[met[1]] == bear:
            held.append(met[0])
    return held
