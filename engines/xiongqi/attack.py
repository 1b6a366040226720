"""Which squares are attacked, and when the generals face each other (§4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.core.grid import DIAGONAL, ORTHOGONAL
from engines.xiongqi.moves import GRID
from engines.xiongqi.pieces import (
    ADVISOR,
    BEAR,
    CANNON,
    CHARIOT,
    EMPRESS,
    GENERAL,
    HORSE,
    SOLDIER,
    piece_of,
)
from engines.xiongqi.tables import (
    DIAGONAL_RAYS,
    FORWARD,
    HORSE_ORIGINS,
    ORTHOGONAL_RAYS,
    SOLDIER_STEPS,
)

_CODES = tuple(
    tuple(piece_of(seat, kind) for kind in (CHARIOT, EMPRESS, CANNON, BEAR, HORSE))
    for seat in (0, 1)
)


def _near(seat: int, square: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(neighbour, the pieces of *seat* that attack *square* from there with a single step)."""
    general, advisor, soldier = (piece_of(seat, kind) for kind in (GENERAL, ADVISOR, SOLDIER))
    soldiers = [origin for origin in GRID.squares if square in SOLDIER_STEPS[seat][origin]]
    straight = GRID.steps(square, ORTHOGONAL)
    return (
        *(
            (origin, (general, soldier) if origin in soldiers else (general,))
            for origin in straight
        ),
        *((origin, (advisor,)) for origin in GRID.steps(square, DIAGONAL)),
    )


_NEAR = tuple(tuple(_near(seat, square) for square in GRID.squares) for seat in (0, 1))
_AHEAD = tuple(
    tuple(GRID.ray(square, direction) for square in GRID.squares) for direction in FORWARD
)
_OTHER_GENERAL = (piece_of(1, GENERAL), piece_of(0, GENERAL))


class Attack(NamedTuple):
    """One attack on a square, as far as a defender wants to know of it.

    Besides moving what is attacked, only two things can meet it: to enter one
    of *path*, the attacker's square included, or to leave *screen*, over
    which a cannon shoots (-1: none).
    """

    path: tuple[int, ...]
    screen: int = -1


def is_attacked(board: Sequence[int], square: int, by: int) -> bool:
    """Return whether the seat *by* could capture an enemy on *square*, pins ignored.

    What stands on *square* itself makes no difference.
    """
    return attack_on(board, square, by) is not None


def attack_on(board: Sequence[int], square: int, by: int) -> Attack | None:
    """Return the first attack found of the seat *by* on *square*; None if there is none."""
    return (
        _straight_attack(board, square, by)
        or _diagonal_attack(board, square, by)
        or _jump_or_step_attack(board, square, by)
    )


def _straight_attack(board: Sequence[int], square: int, by: int) -> Attack | None:
    chariot, empress, cannon, _, _ = _CODES[by]
    for ray in ORTHOGONAL_RAYS[square]:
        screen = -1
        for origin in ray:
            piece = board[origin]
            if piece:
                if screen >= 0:
                    if piece == cannon:
                        return Attack(ray[: ray.index(origin) + 1], screen)
                    break
                if piece in (chariot, empress):
                    return Attack(ray[: ray.index(origin) + 1])
                screen = origin
    return None


def _diagonal_attack(board: Sequence[int], square: int, by: int) -> Attack | None:
    bear = _CODES[by][3]
    for ray in DIAGONAL_RAYS[square]:
        for origin in ray:
            piece = board[origin]
            if piece:
                if piece == bear:
                    return Attack(ray[: ray.index(origin) + 1])
                break
    return None


def _jump_or_step_attack(board: Sequence[int], square: int, by: int) -> Attack | None:
    _, empress, _, _, horse = _CODES[by]
    for origin, leg in HORSE_ORIGINS[square]:
        piece = board[origin]
        if piece == empress:
            return Attack((origin,))
        if piece == horse and not board[leg]:
            return Attack((origin, leg))
    for origin, attackers in _NEAR[by][square]:
        if board[origin] in attackers:
            return Attack((origin,))
    return None


def is_facing(board: Sequence[int], square: int, seat: int) -> bool:
    """Return whether *seat*'s general, on *square*, faces the other one (§4.5).

    Only with South's on the lower rank: with South's general above North's an
    open file between them is allowed.
    """
    for other in _AHEAD[seat][square]:
        if board[other]:
            return board[other] == _OTHER_GENERAL[seat]
    return False
