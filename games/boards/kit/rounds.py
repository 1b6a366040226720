"""Moves in rounds, as lists of moves and records write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def rounds(
    moves: Iterable[T], seat_of: Callable[[T], int], *, seats: int
) -> list[tuple[T | None, ...]]:
    """The moves of all *seats* side by side, with a gap where one did not move.

    A round ends where somebody moves who does not sit after the one before.
    """
    found: list[list[T | None]] = []
    last = seats
    for move in moves:
        seat = seat_of(move)
        if seat <= last:
            found.append([None] * seats)
        found[-1][seat] = move
        last = seat
    return [tuple(row) for row in found]
