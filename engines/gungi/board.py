"""The board that rules work on: stacks as a list, on which moves are made and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.gungi.moves import ACT, CAPTURE, DROP, ORIGIN, PLACE, SQUARE_MASK, levels_of
from engines.gungi.pieces import MARSHAL, piece_of
from engines.gungi.rulesets import RuleSet
from engines.gungi.stacks import betrayed, kept

MARSHALS = (piece_of(0, MARSHAL), piece_of(1, MARSHAL))
Hand = tuple[int, ...]
"""How many of each kind, by the kind; index 0 is not used."""


@dataclass(slots=True)
class Board:
    """The stacks, what both sides have in hand, and by which rules they play."""

    stacks: list[int]
    """81 stacks (see `stacks`), a1 first, rank by rank."""
    hands: Sequence[Hand]
    rules: RuleSet


def make(stacks: list[int], seat: int, code: int) -> tuple[int, int, int]:
    """Make a move on the stacks alone; returns what `unmake` wants back.

    That is the origin, what stood there, and what stood on the target. A move
    from the hand has no origin and gives its target twice.
    """
    target, act = code & SQUARE_MASK, code >> ACT
    origin = code >> ORIGIN & SQUARE_MASK
    onto = stacks[target]
    if act in (DROP, PLACE):
        left, piece, origin = onto, piece_of(seat, origin), target
    else:
        left = stacks[origin]
        piece = left & 31
        stacks[origin] = left >> 5
    below = kept(onto, seat) if act == CAPTURE else betrayed(onto, levels_of(code))
    stacks[target] = below << 5 | piece
    return origin, left, onto


def unmake(stacks: list[int], code: int, before: tuple[int, int, int]) -> None:
    """Take back the move last made."""
    origin, left, onto = before
    stacks[code & SQUARE_MASK] = onto
    stacks[origin] = left
