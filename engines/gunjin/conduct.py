"""How pieces of each kind behave: what bots have done with theirs, by how far the match was.

Counted in 40 matches of strong with medium, at every stage and where a piece fell.
"""

from __future__ import annotations

from engines.gunjin.pieces import KIND_OF_LETTER

STAGES = (6, 14, 24, 40)
"""The last step of each stage of a match but the last."""
WAYS = 6
"""Ways to behave: not moved; one step; more steps; one attack and no other step; one attack and
other steps; more attacks."""

_TABLE = """
G 90  0  0 10  0  0  68  4  1 23  2  3  47  7  4 24 13  7  23 14  3 14 23 24   8 10 10 14 23 34
L 94  0  0  5  0  0  71  6  1 16  4  2  49  6  3 22 15  5  39  7  6 15 20 13  19  9  7 10 30 26
M 89  0  0 10  0  1  72  1  0 22  1  4  53  9  2 24  5  7  27 19  8 22 17  7   8 10 15  9 37 21
C 99  0  0  0  0  0  90  8  2  0  0  0  75 19  4  1  2  0  56 22 12  0  8  3  21 22 40  0 13  4
K 99  0  0  0  0  0  96  5  0  0  0  0  79 15  2  1  2  1  63 19 11  2  1  4  33 33 20  4  9  1
J 99  0  0  0  0  0  99  1  0  0  0  0  87 11  2  1  0  0  62 27  9  0  2  0  37 30 24  0  8  1
A 99  0  0  1  0  0  93  5  1  1  0  0  86 12  2  0  1  0  78 18  3  0  0  0  50 32 12  1  4  1
B 99  0  0  0  0  0  93  5  0  2  0  0  85 12  0  1  0  1  72 21  4  0  2  1  60 13 22  1  5  0
D 98  1  0  1  0  0  92  5  1  2  0  0  89  8  1  1  1  0  75 17  2  3  2  0  58 23 11  4  3  1
P 47  0  0 38  0 15  15  1  0 18  1 65   8  0  0  8  5 79   4  0  0  7  7 82   0  0  0  0  0 99
T 97  0  0  2  0  0  87  7  1  5  0  1  74 13  3  5  3  2  63 18  9  3  6  2  40 17 22  5  7 10
H 99  1  0  0  0  0  98  2  0  0  0  0  92  6  0  3  0  0  81 11  5  1  2  0  50 27 16  1  4  2
E 98  1  0  2  0  0  92  5  1  2  0  0  82 13  5  1  1  0  63 22 11  1  4  0  40 22 27  1  9  1
S 99  0  0  1  0  0  98  1  0  0  1  0  97  2  0  1  1  0  83  8  0  5  3  0  51 16 14  7 12  0
X 99  0  0  0  0  0  99  0  0  0  0  0  99  0  0  0  0  0  99  0  0  0  0  0  99  0  0  0  0  0
F 99  0  0  0  0  0  99  0  0  0  0  0  99  0  0  0  0  0  99  0  0  0  0  0  99  0  0  0  0  0
"""
"""For each kind, stage by stage, in how many of a hundred it behaved in each of the ways."""


def _shares() -> tuple[tuple[tuple[int, ...], ...], ...]:
    lines = {KIND_OF_LETTER[line[0]]: line[1:].split() for line in _TABLE.strip().split("\n")}
    return tuple(
        tuple(
            tuple(int(lines[kind][WAYS * stage + way]) if kind else 0 for kind in (0, *lines))
            for way in range(WAYS)
        )
        for stage in range(len(STAGES) + 1)
    )


SHARES = _shares()
"""For each stage and way, in how many of a hundred a piece of each kind has behaved so."""


def stage_of(step: int) -> int:
    """Return the stage of a match a step of that number belongs to."""
    return sum(step > last for last in STAGES)


def way_of(steps: int, attacks: int) -> int:
    """Return the way of a piece that has made so many steps, so many of them attacks."""
    if attacks:
        return 5 if attacks > 1 else 3 + (steps > 1)
    return min(steps, 2)
