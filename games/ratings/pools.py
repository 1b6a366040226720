"""Which matches are rated together: by game, by pace, and against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.match.clocks import controls
from games.ratings.glicko import PROVISIONAL

if TYPE_CHECKING:
    from games.match.models import Player

SLOW, LIVE = "slow", "live"
PACES = (SLOW, LIVE)
PEOPLE, BOTS, PROGRAMS = "people", "bots", "robots"

FLOOR_MATCHES = 10
FLOOR_DEVIATION = PROVISIONAL
"""Who is on a leaderboard has played so many matches, and is known as well as that."""


class Pool(NamedTuple):
    """A game at a pace, among people, against house bots, or with bot accounts."""

    game: str
    pace: str
    versus: str = PEOPLE


def versus_of(players: Sequence[Player]) -> str:
    """Against whom a match of these is, who come with their users; bot accounts count first."""
    if any(player.user is not None and player.user.is_program for player in players):
        return PROGRAMS
    return BOTS if any(player.bot for player in players) else PEOPLE


def pace_of(time_control: str) -> str:
    """Return the pace of a time control; "" without a clock, where nothing is rated."""
    if not controls.is_control(time_control):
        return ""
    control = controls.control_of(time_control)
    if control.bank is None:
        return ""
    return SLOW if controls.is_slow(control) else LIVE
