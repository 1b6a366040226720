"""The board as 46 squares: a1 first, rank by rank; each headquarters is one square (§1)."""

from __future__ import annotations

RANKS = (0, 1, 2, 3, 4, 5)
BRIDGE_FILES = (1, 6)
"""Files b and g: the only ones on which ground pieces cross between ranks 3 and 4."""

_FILES = {rank: "abcdfgh" if rank in (0, 5) else "abcdefgh" for rank in RANKS}

SQUARE_NAMES = tuple(f"{file}{rank + 1}" for rank in RANKS for file in _FILES[rank])
SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}
ALL_SQUARES = range(len(SQUARE_NAMES))

HEADQUARTERS = (SQUARES["d1"], SQUARES["d6"])
"""The headquarters of each seat. They cover files d and e."""


def rank_of(square: int) -> int:
    """Return the rank of a square, 0 to 5 from South's side."""
    return int(SQUARE_NAMES[square][1]) - 1


def files_of(square: int) -> tuple[int, ...]:
    """Return the files a square lies on, 0 to 7: one, or two for a headquarters."""
    if square in HEADQUARTERS:
        return (3, 4)
    return ("abcdefgh".index(SQUARE_NAMES[square][0]),)


def at(file: int, rank: int) -> int:
    """Return the square on *file* and *rank*, both on the board."""
    return next(
        square for square in ALL_SQUARES if rank_of(square) == rank and file in files_of(square)
    )


def rank_squares(rank: int) -> tuple[int, ...]:
    """Return the squares of a rank from file a to h: eight, or seven with a headquarters."""
    return tuple(square for square in ALL_SQUARES if rank_of(square) == rank)


def forward(seat: int) -> int:
    """Return what *seat* adds to the rank by a step forward."""
    return 1 - 2 * seat


HOME = (tuple(range(23)), tuple(range(23, 46)))
"""The squares each seat sets up on."""

IS_HOME = tuple(tuple(square in home for square in ALL_SQUARES) for home in HOME)

SETUP_ORDER = (
    (*rank_squares(2), *rank_squares(1), *rank_squares(0)),
    (*rank_squares(3)[::-1], *rank_squares(4)[::-1], *rank_squares(5)[::-1]),
)
"""The home squares as the set-up text lists them: from the owner's view, front rank first, left to
right."""


def _behind(seat: int, square: int) -> int:
    rank = rank_of(square) - forward(seat)
    return at(files_of(square)[0], rank) if rank in RANKS else -1


BEHIND = tuple(tuple(_behind(seat, square) for square in ALL_SQUARES) for seat in (0, 1))
"""The square right behind each square as each seat stands; -1 where there is none (§5.2)."""
