"""Stacks as small ints: five bits a piece, the top piece lowest, 0 for an empty square.

So ``stack & 31`` is the top piece, ``stack << 5 | piece`` puts one on it, and
``stack >> 5`` is what stays when the top leaves. A stack has three pieces at most.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.gungi.pieces import SEAT_BIT

TALLEST = 3
HEIGHT = bytes((0, *[1] * 31, *[2] * (32 * 31), *[3] * (32 * 32 * 31)))
"""The height of each stack, by the stack itself."""


def pieces_in(stack: int) -> tuple[int, ...]:
    """Return the pieces of a stack from bottom to top."""
    levels = HEIGHT[stack]
    return tuple(stack >> 5 * level & 31 for level in range(levels - 1, -1, -1))


def stack_of(pieces: Iterable[int]) -> int:
    """Inverse of `pieces_in`."""
    stack = 0
    for piece in pieces:
        stack = stack << 5 | piece
    return stack


def kept(stack: int, seat: int) -> int:
    """Return what stays of a stack that *seat* captures: its own pieces, closed up (§4.3)."""
    return stack_of(piece for piece in pieces_in(stack) if piece >> 4 == seat)


def lost(stack: int, seat: int) -> tuple[int, ...]:
    """Return the pieces a stack loses when *seat* captures it, from bottom to top."""
    return tuple(piece for piece in pieces_in(stack) if piece >> 4 != seat)


def levels_held(stack: int, seat: int) -> tuple[int, ...]:
    """Return the levels of a stack, the bottom being 1, that are *seat*'s."""
    return tuple(
        level for level, piece in enumerate(pieces_in(stack), start=1) if piece >> 4 == seat
    )


def piece_at(stack: int, level: int) -> int:
    """Return the piece on one level of a stack, the bottom being 1."""
    return stack >> 5 * (HEIGHT[stack] - level) & 31


def betrayed(stack: int, levels: Iterable[int]) -> int:
    """The stack once the pieces on *levels* have been exchanged for the other side's (§6)."""
    for level in levels:
        stack ^= SEAT_BIT << 5 * (HEIGHT[stack] - level)
    return stack
