"""What people have made that a search may show somebody: read by indices or from short tables,
however many matches there are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.clubs import selectors as clubs
from games.match.reading.names import name_for
from games.match.reading.selectors import match_by_uid, players_of
from games.match.reading.visibility import NoSuchMatch, may_watch
from games.match.status import Status
from games.tournaments import selectors as tournaments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accounts.common.visitors import Visitor
    from games.clubs.models import Club
    from games.tournaments.models import Tournament


FOUND = 5
"""How many clubs, and how many tournaments, are shown."""

UID = re.compile(r"(?:.*/matches/)?([A-Za-z0-9_-]{12})(?:/.*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FoundMatch:
    """A match that somebody may look at, and knows the address of."""

    uid: str
    game: str
    options: Mapping[str, str]
    seats: tuple[tuple[str, bool], ...]
    """By seat the name that the reader may know, or a bot's level, and whether it is a bot."""
    is_over: bool


def match_at(text: str, user: Visitor) -> FoundMatch | None:
    """The match whose address, or id, *text* is, if the user may look at it."""
    named = UID.fullmatch(text)
    if named is None:
        return None
    try:
        match = match_by_uid(named[1])
    except NoSuchMatch:
        return None
    players = players_of(match)
    if match.started_at is None or not may_watch(match, user, players):
        return None
    return FoundMatch(
        uid=match.uid,
        game=match.game,
        options=match.options,
        seats=tuple((name_for(match, one, user.pk), bool(one.bot)) for one in players),
        is_over=match.status != Status.ACTIVE,
    )


def clubs_like(text: str) -> list[Club]:
    """The open clubs whose names begin with *text*, the newest."""
    return list(clubs.listed(wanted=text, user_id=None)[:FOUND])


def tournaments_like(text: str) -> list[Tournament]:
    """The tournaments of which lists tell everybody, whose names begin with *text*, the newest."""
    return list(tournaments.named(text)[:FOUND])
