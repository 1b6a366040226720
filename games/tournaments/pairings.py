"""Who meets whom in a round robin, and who has which side: pure."""

from __future__ import annotations


def round_robin(players: int, *, is_double: bool = False) -> list[tuple[int, int]]:
    """Every pair of the numbers from 0 to *players* - 1, whoever has the first seat in front.

    Each pair meets once, and nobody has one side more than once oftener than the other; in a
    double one each pair meets twice, once from either side.
    """
    if is_double:
        numbers = range(players)
        return [(one, other) for one in numbers for other in numbers if one != other]
    circle = players if players % 2 else players - 1
    pairs = [
        (one, (one + step) % circle) for step in range(1, circle // 2 + 1) for one in range(circle)
    ]
    if circle < players:  # the last one is outside of the circle, and takes the sides by turns
        pairs += [(one, circle) if one % 2 else (circle, one) for one in range(circle)]
    return pairs
