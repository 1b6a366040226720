"""What the divisions of leagues are called."""

from __future__ import annotations

from typing import NamedTuple


class Division(NamedTuple):
    """The division of a league that a tournament is."""

    league: str
    """The address of the league."""
    season: int
    number: int
    """From 1, at the top."""

    @property
    def series(self) -> str:
        """As `Tournament.series` has it."""
        return f"{self.league}-{self.season}-{self.number}"

    @classmethod
    def read(cls, series: str) -> Division:
        """Return the division that a tournament's `series` names."""
        league, season, number = series.rsplit("-", 2)
        return cls(league, int(season), int(number))
