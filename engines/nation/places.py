"""The eight places of a nation: three in front, five on the bench (§3)."""

from __future__ import annotations

PLACES = "FMB12345"
"""The letter of each place, by its number; also the order in which free places are taken."""

FRONT = range(3)
BENCH = range(3, 8)
NUMBER = {letter: number for number, letter in enumerate(PLACES)}


def mask_of(letters: str) -> int:
    """Places of the front as bits, the vanguard lowest."""
    return sum(1 << NUMBER[letter] for letter in letters)


def places_in(mask: int) -> tuple[int, ...]:
    """Inverse of `mask_of`, front to back."""
    return _IN_MASK[mask]


_IN_MASK = tuple(tuple(place for place in FRONT if mask >> place & 1) for mask in range(8))
