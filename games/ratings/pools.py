"""Which matches are rated together: by game, by pace, and against whom."""

from __future__ import annotations

from typing import NamedTuple

from games.match import clocks

SLOW, LIVE = "slow", "live"
PACES = (SLOW, LIVE)


class Pool(NamedTuple):
    """A game at a pace, against people or bots."""

    game: str
    pace: str
    versus: str = "people"


def pace_of(time_control: str) -> str:
    """How fast a time control is played; "" without a clock, where nothing is rated."""
    if not clocks.is_control(time_control):
        return ""
    control = clocks.control_of(time_control)
    if control.bank is None:
        return ""
    return SLOW if clocks.is_slow(control) else LIVE
