"""The site's own rule against play without end, in games whose rules have none.

It holds for matches begun since there is one (`Match.is_bounded`).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.match.changes.permissions import check_active
from games.match.exceptions import NothingOffered
from games.match.models import Match
from games.match.referee import Referee

QUIET_PLIES = 300
"""After so many plies without progress, as its game counts it, either player may claim a draw."""

MOST_PLIES = 3_000
"""After so many plies it is drawn."""

WARNED_BEFORE = 50
"""From so many plies before either on, the board tells of it."""

QUIET, TOO_LONG = "quiet", "move-limit"
"""How matches have ended by it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The counts of a match that is near a limit of the rule."""

    quiet: int
    """Plies without progress."""
    plies: int
    may_claim: bool


def bounds_of(referee: Referee) -> Bounds | None:
    """Return the counts; None while they are far from a limit, and where the rule does not hold."""
    quiet, plies = _counts(referee)
    if quiet < QUIET_PLIES - WARNED_BEFORE and plies < MOST_PLIES - WARNED_BEFORE:
        return None
    return Bounds(quiet, plies, may_claim=quiet >= QUIET_PLIES)


def is_too_long(referee: Referee) -> bool:
    """Return whether the match is drawn by the number of its plies."""
    return _counts(referee)[1] >= MOST_PLIES


def check_can_claim_draw(match: Match, referee: Referee) -> None:
    """Raises MatchNotActive, MatchFrozen or NothingOffered unless a player may claim a draw."""
    check_active(match)
    if _counts(referee)[0] < QUIET_PLIES:
        raise NothingOffered


def _counts(referee: Referee) -> tuple[int, int]:
    """Plies without progress, and all of them; none where the rule does not hold."""
    return (referee.quiet_plies(), referee.plies) if referee.match.is_bounded else (0, 0)
