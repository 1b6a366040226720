"""What the strong bot took the positions of a match to be worth: the form in which it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any, NamedTuple, TypedDict

STEEPNESS = 0.0037
"""How fast a lead becomes a win, per hundredth of the smallest piece."""

Score = list[Any]
"""As `Worth`, which JSON makes a list of."""


class Worth(NamedTuple):
    """A position, to the first seat."""

    points: int | None
    """In hundredths of the smallest piece; None where nothing is said of it."""
    wins_in: int | None
    """In how many moves the first seat wins for sure; below 0, in how many the second does."""
    best: str
    """The best move of whoever was to move."""

    @property
    def chance(self) -> float | None:
        """The chance of the first seat to win, from 0 to 1, estimated from its lead."""
        if self.wins_in is not None:
            return 1.0 if self.wins_in > 0 else 0.0
        return None if self.points is None else 1 / (1 + exp(-STEEPNESS * self.points))


UNSAID = Worth(None, None, "")


class Weighed(TypedDict):
    """The positions after 0, 1, 2 … plies."""

    scores: list[Score]


def read_weighed(data: Mapping[str, Any]) -> Weighed:
    """Return the scores stored as *data*; none at the beginning."""
    return {"scores": list(data.get("scores", []))}


def worths(weighed: Weighed) -> list[Worth]:
    """All positions in turn."""
    return [Worth(*score[:3]) for score in weighed["scores"]]
