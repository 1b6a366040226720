"""How the pieces move (§4): tables made once, and what a piece can reach on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.gunjin.pieces import (
    CAVALRY,
    ENGINEER,
    IS_MOVABLE,
    IS_OF,
    KIND_OF,
    MOVABLE,
    PLANE,
    TANK,
    mask_of,
)
from engines.gunjin.squares import (
    ALL_SQUARES,
    BRIDGE_FILES,
    RANKS,
    at,
    files_of,
    forward,
    rank_of,
    rank_squares,
)

Squares = tuple[int, ...]


def _beside(square: int) -> Iterator[Squares]:
    """Yield the squares to the left and to the right, nearest first, up to the edge."""
    rank = rank_squares(rank_of(square))
    place = rank.index(square)
    yield rank[:place][::-1]
    yield rank[place + 1 :]


def _ground(square: int, file: int, up: int) -> Iterator[int]:
    """Yield the squares along *file*, nearest first, up to the edge or to the water."""
    rank = rank_of(square) + up
    while rank in RANKS:
        if {rank, rank - up} == {2, 3} and file not in BRIDGE_FILES:
            return
        yield at(file, rank)
        rank += up


def _rays(square: int) -> tuple[Squares, ...]:
    along = [tuple(_ground(square, file, up)) for file in files_of(square) for up in (1, -1)]
    return tuple(ray for ray in (*along, *_beside(square)) if ray)


def _jumps(seat: int, square: int) -> tuple[tuple[int, int], ...]:
    """(first, second) square of every double step forward."""
    ways = (tuple(_ground(square, file, forward(seat))) for file in files_of(square))
    return tuple((way[0], way[1]) for way in ways if len(way) > 1)


def _flights(square: int) -> Squares:
    along = [at(file, rank) for file in files_of(square) for rank in RANKS]
    beside = [ray[0] for ray in _beside(square) if ray]
    return tuple(target for target in dict.fromkeys([*along, *beside]) if target != square)


RAYS = tuple(_rays(square) for square in ALL_SQUARES)
"""Where an engineer slides from each square, one line at a time, nearest first."""

STEPS = tuple(tuple(dict.fromkeys(ray[0] for ray in rays)) for rays in RAYS)
"""The squares one step away."""

JUMPS = tuple(tuple(_jumps(seat, square) for square in ALL_SQUARES) for seat in (0, 1))
"""For each seat, the double steps of tanks and cavalry: the square between, and the target."""

FLIGHTS = tuple(_flights(square) for square in ALL_SQUARES)
"""Where a plane flies: its whole file, and one step sideways."""


def targets_of(board: Sequence[int], seat: int, square: int, kind: int) -> list[int]:
    """Return where *kind* of *seat* on *square* may go; the board may have hidden pieces on it."""
    own = IS_OF[seat]
    if kind == PLANE:
        return [target for target in FLIGHTS[square] if not own[board[target]]]
    if kind == ENGINEER:
        return _slides(board, own, square)
    targets = [target for target in STEPS[square] if not own[board[target]]]
    if kind in (TANK, CAVALRY):
        targets += [
            target
            for between, target in JUMPS[seat][square]
            if not board[between] and not own[board[target]]
        ]
    return targets if MOVABLE >> kind & 1 else []


def _slides(board: Sequence[int], own: Sequence[bool], square: int) -> list[int]:
    targets = []
    for ray in RAYS[square]:
        for target in ray:
            if board[target]:
                if not own[board[target]]:
                    targets.append(target)
                break
            targets.append(target)
    return targets


def moves_of(board: Sequence[int], seat: int) -> list[tuple[int, int]]:
    """(origin, target) of every move of *seat*, by origin square."""
    can_move = IS_MOVABLE[seat]
    return [
        (square, target)
        for square, piece in enumerate(board)
        if can_move[piece]
        for target in targets_of(board, seat, square, KIND_OF[piece])
    ]


def has_move(board: Sequence[int], seat: int) -> bool:
    """Return whether *seat* has any legal move."""
    can_move = IS_MOVABLE[seat]
    for square, piece in enumerate(board):
        if can_move[piece] and kinds_able_to_move(board, seat, square) >> KIND_OF[piece] & 1:
            return True
    return False


def kinds_able_to_move(board: Sequence[int], seat: int, square: int) -> int:
    """Return the kinds (as a mask) that would have a move from *square*, if they stood there.

    A tank's double step and an engineer's slide begin with a single step, so
    only a plane can move where no step is free.
    """
    own = IS_OF[seat]
    for target in STEPS[square]:
        if not own[board[target]]:
            return MOVABLE
    if all(own[board[target]] for target in FLIGHTS[square]):
        return 0
    return mask_of([PLANE])


def _means(seat: int, origin: int, target: int) -> tuple[tuple[int, int], ...]:
    """(squares that must be empty, kinds that could then make this move), both as masks."""
    means = []
    if target in STEPS[origin]:
        means.append((0, MOVABLE))
    if target in FLIGHTS[origin]:
        means.append((0, mask_of([PLANE])))
    for between, end in JUMPS[seat][origin]:
        if end == target:
            means.append((1 << between, mask_of([TANK, CAVALRY])))
    for ray in RAYS[origin]:
        if target in ray:
            between_mask = sum(1 << square for square in ray[: ray.index(target)])
            means.append((between_mask, mask_of([ENGINEER])))
    return tuple(means)


_MEANS = tuple(
    tuple(tuple(_means(seat, origin, target) for target in ALL_SQUARES) for origin in ALL_SQUARES)
    for seat in (0, 1)
)

REACH = tuple(
    tuple(
        tuple(target for target in ALL_SQUARES if _MEANS[seat][origin][target])
        for origin in ALL_SQUARES
    )
    for seat in (0, 1)
)
"""For each seat and square, where some kind could go from there."""


def kinds_that_move(occupied: int, seat: int, origin: int, target: int) -> int:
    """Return the kinds that could go from *origin* to *target*; *occupied* is a mask of squares.

    What a move by *seat* tells everybody about the piece that made it.
    """
    kinds = 0
    for between, able in _MEANS[seat][origin][target]:
        if not occupied & between:
            kinds |= able
    return kinds
