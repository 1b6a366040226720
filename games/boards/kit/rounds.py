"""Moves in rounds, as lists of moves and records write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def rounds(
    moves: Iterable[T], seat_of: Callable[[T], int], *, seats: int
) -> Iterator[tuple[T | None, ...]]:
    """Yield the moves of all *seats* side by side, with a gap where one did not move.

    A round ends where somebody moves who does not sit after the one before.
    """
    row: list[T | None] = []
    last = seats
    for move in moves:
        seat = seat_of(move)
        if seat <= last:
            if row:
                yield tuple(row)
            row = [None] * seats
        row[seat] = move
        last = seat
    if row:
        yield tuple(row)
