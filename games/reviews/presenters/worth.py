"""What a position of the analysis board is worth, in a bar and in words."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.kit.scenes import ShownMove
from games.reviews.evaluations import Worth


@dataclass(frozen=True, slots=True)
class WorthPart:
    """It, or how to have it told."""

    state: str
    """off, unasked, waiting, known, unsaid or refused."""
    url: str = ""
    """Where it is asked for and looked at."""
    score: str = ""
    percent: int = 50
    """How likely the first side is to win."""
    first: str = ""
    """The first side's name."""
    moves: tuple[ShownMove, ...] = ()
    """The best move and what should follow it."""
    sprite: str = ""
    """The static path of the pieces."""
    has_letters: bool = False
    """Whether moves name pieces by letters."""
    line_url: str = ""
    """The board after the first move of the line, which goes on from there."""
    sentence: str = ""
    """Why nothing is said."""


def score_text(worth: Worth) -> str:
    """A worth as people write it: points with a sign, or in how many moves it is won."""
    if worth.wins_in is not None:
        return f"{'+' if worth.wins_in > 0 else '−'}#{abs(worth.wins_in)}"
    if worth.points is None:
        return ""
    return f"{'−' if worth.points < 0 else '+'}{abs(worth.points) / 100:.1f}"
