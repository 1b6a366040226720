"""What must happen after something has happened in a match, without the match knowing of it.

`games.wiring` lists the followers; they are called in its order, inside the transaction that
changes the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from games.match.models import Match, Player


class Kind(StrEnum):
    """A kind of happening in a match. In each, some of the players are concerned."""

    BEGAN = "began"
    """The match has begun while those concerned may have been away."""
    TURN = "turn"
    """It has become the turn of those concerned."""
    LOOKED = "looked"
    """Those concerned have just acted, so they know how the match stands."""
    PLACING = "placing"
    """Pieces were placed; those concerned are still to place theirs."""
    PLACED_BY_HOUSE = "placed-by-house"
    """The site has placed pieces for the seat that `Change.subject` names."""
    DRAW_OFFERED = "draw-offered"
    """Those concerned are asked for a draw."""
    REMATCH_OFFERED = "rematch-offered"
    """Those concerned are asked for a rematch."""
    REMATCH_DECLINED = "rematch-declined"
    """The rematch that those concerned have asked for was declined."""
    OVER = "over"
    """The match was played to its end."""
    CANCELLED = "cancelled"
    """The match was ended without a result."""
    EXCUSED = "excused"
    """A seat's time has run out, and it is excused for a day; `Change.subject` names the seat."""
    CLAIMABLE = "claimable"
    """A seat's time has run out, and its opponent may claim the win; likewise."""
    TIME_GIVEN = "time-given"
    """Those concerned were given time by their opponent."""
    PAUSE_ASKED = "pause-asked"
    """Those concerned are asked for a pause."""
    PAUSED = "paused"
    """The pause that those concerned have asked for has begun."""
    PLAY_ON_ASKED = "play-on-asked"
    """Those concerned are asked to play on from where the match was lost on time."""
    GOES_ON = "goes-on"
    """The pause ends sooner than those concerned knew."""
    TAKEBACK_ASKED = "takeback-asked"
    """Those concerned are asked to let a move be taken back."""
    RULED = "ruled"
    """A moderator has done something in the match; `Change.subject` names it."""
    REWOUND = "rewound"
    """Moves were taken back; whose turn it is follows."""
    ANNULLED = "annulled"
    """The result of a finished match counts for nobody any more."""
    RESTORED = "restored"
    """The result of a finished match counts again."""
    REOPENED = "reopened"
    """The result of the match does not stand: it goes on, or another result follows at once."""


RESULTS = frozenset({Kind.OVER, Kind.CANCELLED, Kind.ANNULLED, Kind.RESTORED, Kind.REOPENED})
"""What decides how a match counts, or that it counts otherwise."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that has happened in a match, as its followers learn of it."""

    kind: Kind
    match: Match
    players: Sequence[Player]
    """All of them, in seat order."""
    concerned: Sequence[Player]
    now: datetime
    subject: str = ""
    """Tells changes of one kind apart, where the moment does not."""


Follower = Callable[[Change], None]

_followers: tuple[Follower, ...] = ()


def install(followers: Iterable[Follower]) -> None:
    """Make *followers* those of every match; once, when the site starts."""
    global _followers  # noqa: PLW0603 - the apps are set up once in a process
    _followers = tuple(followers)


def follow(change: Change) -> None:
    """Let every follower do its part; the caller's transaction holds all of it or nothing."""
    if change.concerned or change.kind == Kind.PLACING:
        for follower in _followers:
            follower(change)
