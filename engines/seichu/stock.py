"""What the pieces of unknown kind of one army are dealt from (§4.3).

A piece that was set up is one of those the army set out with; a dropped one may
also be one of those taken before. So the items of a kind can be lined up by the
ply from which on a piece can be one of them. Pieces of known kind have used up
theirs: of what there was at a ply, as much is left as at any later ply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.seichu.clues import Army
from engines.seichu.pieces import KINDS, KING


@dataclass(frozen=True, slots=True)
class Stock:
    """One army's open pieces, and what they can be."""

    seat: int
    since: Mapping[int, int]
    """The pieces of unknown kind, each with the ply in which it came; 0 for those set up."""
    items: tuple[tuple[int, int], ...]
    """Kinds, and the ply from which on a piece can be this one. Kings come first: none is in
    hand, so all are on the board."""

    def number(self, kind: int) -> int:
        """Return how many of *kind* there are at most."""
        return sum(found == kind for found, _ in self.items)


def stock_of(army: Army, kinds: Mapping[int, int]) -> Stock:
    """Return what is left to deal if those in *kinds* are known; ValueError if they cannot be."""
    since = {piece: 0 for piece in army.placed if piece not in kinds}
    since |= {piece: ply for ply, piece in army.drops if piece not in kinds}
    times = sorted({0, *since.values()})
    return Stock(
        army.seat,
        since,
        tuple(
            (kind, ply) for kind in KINDS for ply in _items(army, kind, kinds, times, len(since))
        ),
    )


def _items(
    army: Army, kind: int, kinds: Mapping[int, int], times: Sequence[int], most: int
) -> Iterator[int]:
    """For every item of *kind* that can be dealt the first of *times* at which it can."""
    counted = list(_counted(army, kind, kinds))
    there = 0
    for time in times:
        left = min(count for ply, count in counted if ply >= time)
        if left < 0:
            raise ValueError("no match looks like this")
        for _ in range(there, min(left, most)):
            yield time
        there = max(there, min(left, most))
    if kind == KING and there < counted[0][1]:
        raise ValueError("no match looks like this")


def _counted(army: Army, kind: int, kinds: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Return how many of *kind* there were for pieces not in *kinds*, at the start and at every
    drop."""
    count = army.total[kind] - sum(kinds.get(piece) == kind for piece in army.placed)
    yield 0, count
    gains = [ply for ply, gained in army.gains if gained == kind]
    for ply, piece in army.drops:
        count -= kinds.get(piece) == kind
        yield ply, count + sum(gained < ply for gained in gains)
