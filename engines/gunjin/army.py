"""One side's 23 pieces and the 23 kinds they are: every kind exactly as often as in an army.

`fit` finds an assignment (a matching), `narrow` then removes exactly those
kinds from each piece that no assignment gives it: a kind can be exchanged
for another along a cycle of pieces or not at all (Régin 1994).
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.hidden import Army
from engines.gunjin.pieces import KINDS, kinds_in


def fit(
    army: Sequence[int], total: Army, kinds: Sequence[int], guess: list[int]
) -> list[list[int]] | None:
    """Change *guess* as little as needed for every piece of *army* to have a kind it may have.

    *total* tells how many of each kind there are; *kinds* (masks) and *guess* (kinds) are by piece.
    Returns who holds each kind, or None if there is no such assignment.
    """
    seating = _Seating(total, kinds, guess)
    loose = [piece for piece in army if not seating.keep(piece)]
    return seating.holders if all(seating.find(piece, [0]) for piece in loose) else None


def narrow(kinds: list[int], holders: Sequence[Sequence[int]]) -> list[int]:
    """Take from each piece the kinds it has in no assignment; the pieces that lost any.

    *holders* is what `fit` returned for these very *kinds*.
    """
    exchangeable = _exchangeable(kinds, holders)
    narrowed = []
    for kind in KINDS:
        for piece in holders[kind]:
            if kinds[piece] & ~exchangeable[kind]:
                kinds[piece] &= exchangeable[kind]
                narrowed.append(piece)
    return narrowed


class _Seating:
    """An assignment under way: who holds what, and how many of each kind are still to be had."""

    def __init__(self, total: Army, kinds: Sequence[int], guess: list[int]) -> None:
        self.kinds = kinds
        self.guess = guess
        self.room = list(total)
        self.holders: list[list[int]] = [[] for _ in total]

    def keep(self, piece: int) -> bool:
        """Let *piece* be what it is guessed to be, if it may."""
        kind = self.guess[piece]
        if not self.room[kind] or not self.kinds[piece] >> kind & 1:
            return False
        self.room[kind] -= 1
        self.holders[kind].append(piece)
        return True

    def find(self, piece: int, tried: list[int]) -> bool:
        """Find a kind for *piece*, moving others on where needed; *tried* is a mask in a box."""
        open_kinds = kinds_in(self.kinds[piece] & ~tried[0])
        for kind in open_kinds:
            if self.room[kind]:
                self.room[kind] -= 1
                self._take(piece, kind)
                return True
        for kind in open_kinds:
            if tried[0] >> kind & 1:
                continue
            tried[0] |= 1 << kind
            for place, holder in enumerate(self.holders[kind]):
                if self.find(holder, tried):
                    del self.holders[kind][place]
                    self._take(piece, kind)
                    return True
        return False

    def _take(self, piece: int, kind: int) -> None:
        self.holders[kind].append(piece)
        self.guess[piece] = kind


def _exchangeable(kinds: Sequence[int], holders: Sequence[Sequence[int]]) -> list[int]:
    """For each kind, the kinds (a mask) that its holders could end up with, all others paid off.

    A holder can take any kind it may have; whoever had that passes on in turn.
    Kinds that can be reached from each other reach the same kinds.
    """
    reached = [0] * len(holders)
    for kind in KINDS:
        reached[kind] = 1 << kind
        for piece in holders[kind]:
            reached[kind] |= kinds[piece]
    moving = [kind for kind in KINDS if reached[kind] != 1 << kind]
    for between in moving:
        through = reached[between]
        for kind in moving:
            if reached[kind] >> between & 1:
                reached[kind] |= through
    groups = dict.fromkeys(reached, 0)
    for kind in KINDS:
        groups[reached[kind]] |= 1 << kind
    return [groups[found] for found in reached]
