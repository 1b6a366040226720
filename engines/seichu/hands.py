"""What a hidden hand can have held all along: every drop came from it (§4.3).

Of each kind there is a reserve: how many could have been dropped by then
without starving a later drop that is known to have been of it. Reserves only
grow, so drops of unknown kind fit as long as they are not more than all the
reserves together; any choice among kinds with some reserve left stays good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from engines.core.dice import Dice
from engines.seichu.clues import Army, Kinds
from engines.seichu.pieces import KINDS, KING, tally

Hand = tuple[int, ...]


def start_hands(army: Army, kinds: Kinds) -> Iterator[Hand]:
    """The hands *army* can have begun with, if its pieces are what *kinds* says."""
    rest = list(army.total)
    for piece in army.placed:
        if piece in kinds:
            rest[kinds[piece]] -= 1
    spare = [kind for kind in KINDS if kind != KING and rest[kind] > 0]
    for hand in combinations_with_replacement(spare, army.in_hand):
        left = [count - held for count, held in zip(rest, tally(hand), strict=True)]
        if min(left) >= 0 and Drops(army, hand, kinds).fit():
            yield hand


class Drops:
    """The drops of *army* if it began with *hand* and its pieces are what *kinds* says."""

    def __init__(self, army: Army, hand: Hand, kinds: Kinds) -> None:
        self.pieces = [piece for _, piece in army.drops]
        self.kinds = kinds
        self._reserves = _reserves(army, hand, kinds)
        self._held = tally([*hand, *(kind for _, kind in army.gains)])

    def fit(self) -> bool:
        """Whether every drop had something to be."""
        unknown = 0
        for piece, reserve in zip(self.pieces, self._reserves, strict=True):
            unknown += piece not in self.kinds
            if min(reserve) < 0 or unknown > sum(reserve):
                return False
        return True

    def some(self, dice: Dice) -> list[int]:
        """The kind of every drop, the unknown ones by the dice."""
        used = [0] * len(self._held)
        found = []
        for piece, reserve in zip(self.pieces, self._reserves, strict=True):
            kind = self.kinds.get(piece, 0)
            if not kind:
                kind = dice.choice([kind for kind in KINDS if used[kind] < reserve[kind]])
                used[kind] += 1
            found.append(kind)
        return found

    def left(self, kind: int) -> tuple[int, int]:
        """How many of *kind* are in the hand now: at least, at most."""
        known = sum(self.kinds.get(piece) == kind for piece in self.pieces)
        there = self._held[kind] - known
        fewest = most = unknown = 0
        for piece, reserve in zip(self.pieces, self._reserves, strict=True):
            if piece not in self.kinds:
                unknown += 1
                most += most < reserve[kind]
                fewest = max(fewest, unknown - (sum(reserve) - reserve[kind]))
        return there - most, there - fewest


def _reserves(army: Army, hand: Hand, kinds: Kinds) -> list[list[int]]:
    """For each drop, by kind: the reserve then, that drop included."""
    counts, gains, found = tally(hand), list(army.gains), []
    for ply, piece in army.drops:
        while gains and gains[0][0] < ply:
            counts[gains.pop(0)[1]] += 1
        if piece in kinds:
            counts[kinds[piece]] -= 1
        found.append(list(counts))
    return _never_more_than_later(found)


def _never_more_than_later(counts: Sequence[list[int]]) -> list[list[int]]:
    found: list[list[int]] = []
    for row in reversed(counts):
        found.append(list(map(min, row, found[-1])) if found else row)
    return found[::-1]
