"""How the pieces move and capture (§3), without asking whether a general is left attacked.

Boards are flat sequences of 64 small ints, moves are codes (see `moves`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engines.xiongqi.pieces import (
    ADVISOR,
    BEAR,
    CANNON,
    CHARIOT,
    EMPRESS,
    GENERAL,
    HORSE,
    OWN,
    PROMOTIONS,
    SOLDIER,
    kind_of,
)
from engines.xiongqi.tables import (
    DIAGONAL_RAYS,
    DIAGONAL_STEPS,
    HORSE_JUMPS,
    KNIGHT_STEPS,
    LAST_RANK,
    ORTHOGONAL_RAYS,
    ORTHOGONAL_STEPS,
    SOLDIER_STEPS,
    Rays,
    Table,
)

_OPEN = tuple(tuple(piece not in OWN[seat] for piece in range(17)) for seat in (0, 1))
"""For each seat and content of a square: whether the seat's pieces may end there."""

Generator = Callable[[Sequence[int], int, tuple[bool, ...], Callable[[int], None]], None]
"""Adds the codes of the moves from one square: board, origin, what may be ended on, add."""


def _stepper(steps: Table) -> Generator:
    def add_steps(
        board: Sequence[int], origin: int, is_open: tuple[bool, ...], add: Callable[[int], None]
    ) -> None:
        base = origin << 6
        for target in steps[origin]:
            if is_open[board[target]]:
                add(base | target)

    return add_steps


def _slider(rays: Rays) -> Generator:
    def add_slides(
        board: Sequence[int], origin: int, is_open: tuple[bool, ...], add: Callable[[int], None]
    ) -> None:
        base = origin << 6
        for ray in rays[origin]:
            for target in ray:
                piece = board[target]
                if piece:
                    if is_open[piece]:
                        add(base | target)
                    break
                add(base | target)

    return add_slides


def _add_horse(
    board: Sequence[int], origin: int, is_open: tuple[bool, ...], add: Callable[[int], None]
) -> None:
    for target, leg in HORSE_JUMPS[origin]:
        if not board[leg] and is_open[board[target]]:
            add(origin << 6 | target)


def _add_cannon(
    board: Sequence[int], origin: int, is_open: tuple[bool, ...], add: Callable[[int], None]
) -> None:
    for ray in ORTHOGONAL_RAYS[origin]:
        squares = iter(ray)
        for target in squares:
            if board[target]:  # the screen
                break
            add(origin << 6 | target)
        for target in squares:  # beyond the screen
            piece = board[target]
            if piece:
                if is_open[piece]:
                    add(origin << 6 | target)
                break


_add_chariot = _slider(ORTHOGONAL_RAYS)
_add_knight = _stepper(KNIGHT_STEPS)


def _add_empress(
    board: Sequence[int], origin: int, is_open: tuple[bool, ...], add: Callable[[int], None]
) -> None:
    _add_chariot(board, origin, is_open, add)
    _add_knight(board, origin, is_open, add)


def _soldier(seat: int) -> Generator:
    steps, last_rank = SOLDIER_STEPS[seat], LAST_RANK[seat]

    def add_soldier(
        board: Sequence[int], origin: int, is_open: tuple[bool, ...], add: Callable[[int], None]
    ) -> None:
        for target in steps[origin]:
            if is_open[board[target]]:
                code = origin << 6 | target
                add(code)
                if target in last_rank:
                    for kind in PROMOTIONS:
                        add(kind << 12 | code)

    return add_soldier


_BY_KIND: dict[int, Generator] = {
    GENERAL: _stepper(ORTHOGONAL_STEPS),
    ADVISOR: _stepper(DIAGONAL_STEPS),
    CHARIOT: _add_chariot,
    BEAR: _slider(DIAGONAL_RAYS),
    HORSE: _add_horse,
    CANNON: _add_cannon,
    EMPRESS: _add_empress,
}


def _generators(seat: int) -> tuple[Generator | None, ...]:
    """For each content of a square, how *seat* moves it; None for what is not the seat's."""
    by_kind = {**_BY_KIND, SOLDIER: _soldier(seat)}
    return tuple(by_kind[kind_of(piece)] if piece in OWN[seat] else None for piece in range(17))


_GENERATORS = (_generators(0), _generators(1))


def moves_from(board: Sequence[int], seat: int, origin: int) -> list[int]:
    """The codes of the moves from *origin*, as the piece goes; none if it is not *seat*'s."""
    codes: list[int] = []
    generator = _GENERATORS[seat][board[origin]]
    if generator:
        generator(board, origin, _OPEN[seat], codes.append)
    return codes


def moves_of(board: Sequence[int], seat: int) -> list[int]:
    """Return the codes of all moves of *seat*'s pieces, origin by origin, as the pieces go."""
    return moves_apart(board, seat, frozenset())[0]


def moves_apart(
    board: Sequence[int], seat: int, apart: Collection[int]
) -> tuple[list[int], list[int]]:
    """The codes of *seat*'s moves as `moves_of`; those from squares *apart* in a second list."""
    codes: list[int] = []
    codes_apart: list[int] = []
    add, is_open, generators = codes.append, _OPEN[seat], _GENERATORS[seat]
    for origin, piece in enumerate(board):
        generator = generators[piece]
        if generator:
            generator(board, origin, is_open, codes_apart.append if origin in apart else add)
    return codes, codes_apart
