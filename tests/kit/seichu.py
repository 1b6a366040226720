"""Seichu matches for tests: the armies, and moves that raise every question."""

from __future__ import annotations

from games.match.models import Match
from tests.kit.builders import match_between, play
from tests.kit.gunjin import place

ARMIES = ("PGRN/LKSB", "PGRN/LKSB")
"""South's and North's, from the owner's view; both keep a pawn in hand.

South: a2 P, b2 G, c2 R, d2 N, a1 L, b1 K, c1 S, d1 B.
North: d6 P, c6 G, b6 R, a6 N, d7 L, c7 K, b7 S, a7 B.
"""

FOUL_CAPTURED = ("b2b3", "d6c4", "b3c4")
"""North's pawn steps aside, and South's gold takes it: South is asked."""

KING_TAKEN = ("a2a3", "c6b1")
"""North's gold jumps onto South's king: South is asked."""


def seichu_match(south: object, north: object, *moves: str) -> Match:
    """A match between two people, after *moves*."""
    match = match_between(south, north, game="seichu")  # type: ignore[arg-type]
    for seat, army in enumerate(ARMIES):
        place(match, seat, army)
    play(match, *moves)
    return match
