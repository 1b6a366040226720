"""The end of a match, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

from engines.core.seats import Seat


class Termination(StrEnum):
    """The reason why a match is over. Each game uses the members its rules name."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient-material"
    REPETITION = "repetition"
    NO_PROGRESS = "no-progress"
    """Too many plies in which nothing was decided."""
    OCCUPATION = "occupation"
    """A place that decides the match was entered."""
    ELIMINATION = "elimination"
    """A side (or every side: a draw) has nothing left to play with."""
    KING_CAPTURED = "king-captured"
    TRIAL = "trial"
    """A king reached the far side and was shown there."""
    FOUL_PROVEN = "foul-proven"
    DOUBT_MISS = "doubt-miss"
    """A foul was claimed and there was none."""
    ROUNDS = "rounds"
    """The last round is over, and whoever has most has won."""
    CONCESSION = "concession"
    """A seat dropped out; the platform knows whether by resignation, time or removal."""


class OutcomeJson(TypedDict):
    """An end as views and news tell it."""

    termination: str
    winners: list[int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The reason of an end, and the winners; none is a draw."""

    termination: Termination
    winners: frozenset[Seat] = frozenset()

    def as_json(self) -> OutcomeJson:
        """Return the end as views and news tell it."""
        return {"termination": self.termination.value, "winners": [*sorted(self.winners)]}
