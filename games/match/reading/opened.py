"""A match that has been read: handed on from whoever read it, so that nobody reads it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core.seats import Seat
from games.match.models import Match, Player
from games.match.reading.selectors import match_by_uid, players_of
from games.match.referee import Referee
from games.match.status import Status

READINGS = 3
"""Of one match, where moves come between."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """The rows of one match as they stood at one moment, its sealed one inside the referee."""

    match: Match
    players: Sequence[Player]
    referee: Referee | None
    """None before the match has begun."""


def open_match(uid: str) -> OpenMatch:
    """Read the match of that public id; raises NoSuchMatch.

    Its position and version come before everything else: what a move changes while we read is
    then newer than the version says, and the nudge of that move makes the page look again. Whoever
    asks without a page is not nudged, so a player is never to move at a position that says no.
    """
    for _reading in range(READINGS):
        opened = _read(uid)
        if not _is_torn(opened):
            break
    return opened


def _read(uid: str) -> OpenMatch:
    referee = Referee.at(uid)
    match = match_by_uid(uid) if referee is None else referee.match
    return OpenMatch(match, players_of(match), referee)


def _is_torn(opened: OpenMatch) -> bool:
    """Return whether a move came between the position and the players."""
    if opened.referee is None or opened.match.status != Status.ACTIVE:
        return False
    to_act = {Seat(player.seat) for player in opened.players if player.is_to_act}
    return to_act != opened.referee.to_act()
