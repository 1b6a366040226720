"""Who plays in which division of a league, from one season to the next.

Pure: a pyramid is a list of divisions, the first at the top, and a division a list of keys, the
best first. Who is outside of a division's standings stands at its end.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

FEWEST = 4
"""With fewer there is no season."""
USUAL, MOST = 8, 9
MOVERS = 2
"""So many go up from a division, and down."""
UNSETTLED = 2
"""In so many first seasons a quarter of a division goes up and down."""

Pyramid = list[list[int]]


def sizes(people: int) -> list[int]:
    """Return how many play in each division, the top one first: 7 to 9, with the difference at the
    bottom.

    Numbers that cannot be divided so (up to 13, and 19 or 20) make divisions as even as can be.
    """
    usual, left = divmod(people, USUAL)
    missing = USUAL - left
    if left <= min(usual, missing):
        return [USUAL] * (usual - left) + [MOST] * left
    if missing <= usual + 1:
        return [USUAL] * (usual + 1 - missing) + [USUAL - 1] * missing
    count = -(-people // MOST)
    return [people // count + (number < people % count) for number in range(count)]


def movers(size: int, season: int) -> int:
    """Return how many of a division of *size* change it, each way, after the season of that
    number."""
    wanted = -(-size // 4) if season <= UNSETTLED else MOVERS
    return min(wanted, size // 2)


def divided(order: Sequence[int]) -> Pyramid:
    """Return the divisions of people in *order*, the best first."""
    pyramid, begin = [], 0
    for size in sizes(len(order)):
        pyramid.append(list(order[begin : begin + size]))
        begin += size
    return pyramid


def next_pyramid(
    last: Pyramid, season: int, *, staying: Collection[int], new: Sequence[int]
) -> Pyramid:
    """Return the divisions of the next season: up, down, the places of leavers filled from below.

    *last* is how the season of that number has ended. A free place goes to the best of those who
    would have gone down, else to the best of the division below; who is *new* comes in at the
    bottom.
    """
    lengths = [len(division) for division in last]
    moved: Pyramid = [[] for _division in last]
    for number, division in enumerate(last):
        up = movers_between(lengths, number - 1, season)
        down = len(division) - movers_between(lengths, number, season)
        for place, key in enumerate(division):
            moved[number + (place >= down) - (place < up)].append(key)
    was_at = {key: at for at, key in enumerate(chain.from_iterable(last))}
    order = [
        key for part in moved for key in sorted(part, key=was_at.__getitem__) if key in staying
    ]
    return divided([*order, *(key for key in new if key not in was_at)])


def movers_between(lengths: Sequence[int], upper: int, season: int) -> int:
    """Return how many change places between the division *upper*, from 0, and the one below it."""
    if not 0 <= upper < len(lengths) - 1:
        return 0
    return min(movers(lengths[upper], season), movers(lengths[upper + 1], season))
