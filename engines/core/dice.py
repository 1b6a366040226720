"""Randomness that a seed and a label decide, so that every match can be replayed anywhere."""

from __future__ import annotations

import hmac
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK_BITS = 256


class Dice:
    """A stream of fair choices: HMAC-SHA256 of *seed* over the label and a counter.

    The label is the number of the ply being played (as text), or names another
    use, so that two plies of one match never share a stream.
    """

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label.encode()
        self._counter = 0
        self._pool = 0
        self._pool_bits = 0

    def below(self, limit: int) -> int:
        """A fair integer in ``range(limit)``; ValueError unless *limit* is positive.

        Rejection sampling: draws that would favour small numbers are thrown away.
        """
        if limit <= 0:
            raise ValueError(f"limit must be positive, not {limit}")
        bits = (limit - 1).bit_length()
        while True:
            drawn = self._bits(bits)
            if drawn < limit:
                return drawn

    def choice(self, options: Sequence[T]) -> T:
        """One of *options*, each equally likely; ValueError if there are none."""
        if not options:
            raise ValueError("nothing to choose from")
        return options[self.below(len(options))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put *items* in a fair random order (Fisher-Yates), in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _bits(self, count: int) -> int:
        while self._pool_bits < count:
            message = self._label + b"\x00" + self._counter.to_bytes(8, "big")
            block = hmac.digest(self._seed, message, "sha256")
            self._pool = (self._pool << _BLOCK_BITS) | int.from_bytes(block, "big")
            self._pool_bits += _BLOCK_BITS
            self._counter += 1
        self._pool_bits -= count
        drawn = self._pool >> self._pool_bits
        self._pool &= (1 << self._pool_bits) - 1
        return drawn
