"""Moves two by two, as lists of moves and records write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def two_by_two(moves: Iterable[T], seat_of: Callable[[T], int]) -> list[tuple[T | None, T | None]]:
    """South's and North's moves side by side, with a gap where a side comes twice in a row."""
    pairs: list[tuple[T | None, T | None]] = []
    for move in moves:
        if seat_of(move) == 0:
            pairs.append((move, None))
        elif pairs and pairs[-1][1] is None:
            pairs[-1] = (pairs[-1][0], move)
        else:
            pairs.append((None, move))
    return pairs
