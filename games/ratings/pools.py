"""Which matches are rated together: by game, by pace, and against whom."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from games.match import clocks

SLOW, LIVE = "slow", "live"
PACES = (SLOW, LIVE)
SHORTEST_SLOW = timedelta(hours=12)
"""A clock that begins with less is for playing live."""


class Pool(NamedTuple):
    """A game at a pace, against people or bots."""

    game: str
    pace: str
    versus: str = "people"


def pace_of(time_control: str) -> str:
    """How fast a time control is played; "" without a clock, where nothing is rated."""
    control = clocks.TIME_CONTROLS.get(time_control)
    if control is None or control.bank is None:
        return ""
    return SLOW if control.bank >= SHORTEST_SLOW else LIVE
