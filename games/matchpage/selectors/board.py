"""One match as one viewer may see it. There is no other way to read a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser

from engines.catalogue import meta_for
from games.common.seats import seat_keys
from games.match.changes.permissions import check_recorded
from games.match.reading.opened import OpenMatch, open_match
from games.match.reading.selectors import begun_match, rulings_of
from games.match.reading.viewers import seat_of, viewer_for
from games.match.reading.visibility import NoSuchMatch, check_watched, may_watch
from games.match.referee import Referee
from games.matchpage.selectors.choices import ChoiceFacts, choice_facts
from games.matchpage.selectors.public import PublicFacts, public_facts
from games.matchpage.selectors.seen import PRESENT, Look, SeenFacts, seen_facts

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match, Player


@dataclass(frozen=True, kw_only=True)
class BoardFacts(PublicFacts, SeenFacts, ChoiceFacts):
    """Everything one viewer may know of one match at one moment.

    Each group is filled in the file that knows it.
    """

    seat: int | None
    now: datetime

    @property
    def seats(self) -> tuple[str, ...]:
        """The keys of the seats, which name their eyes."""
        return seat_keys(meta_for(self.game).seats_for(self.options))

    @property
    def eyes_seat(self) -> int | None:
        """The seat with whose eyes the match is looked back at; None if with others."""
        return self.seats.index(self.eyes) if self.eyes in self.seats else None

    @property
    def own_moves(self) -> int:
        """The number of plies the viewer has made, without those of a lesson."""
        return max(0, self.seat_ply - 1 - self.given_plies // max(1, len(self.players)))


@dataclass(frozen=True, slots=True)
class WatchedMatch:
    """The facts a socket needs: whose eyes look, and how far they have seen."""

    seat: int | None
    version: int


def watched_match(uid: str, user: Visitor) -> WatchedMatch | None:
    """The eyes *user* has on match *uid*; None if there is no such board to see."""
    referee = Referee.at(uid)
    if referee is None:
        return None
    players = list(referee.match.players.all())
    viewer = viewer_for(user, players)
    if not may_watch(referee.match, user, players):
        return None
    return WatchedMatch(viewer.seat, referee.version(viewer))


def board_facts(
    uid: str,
    user: Visitor,
    *,
    now: datetime,
    look: Look = PRESENT,
    opened: OpenMatch | None = None,
) -> BoardFacts:
    """Match *uid* as *user* may see it, now or as they *look* back.

    Whoever has just changed the match hands it on as *opened*.

    Raises Match.DoesNotExist for an unknown match, and for one that has not
    begun unless the user sits in it, or is kept from watching it.
    """
    opened = opened or open_match(uid)
    match, players, referee = opened.match, opened.players, opened.referee
    if referee is None:
        return _waiting_facts(match, players, user, now)
    check_watched(match, user, players)
    viewer = viewer_for(user, players)
    seen = seen_facts(referee, players, viewer, look, reader=user.pk)
    return _facts(match, players, viewer.seat, seen, now, referee)


def shared_facts(uid: str, *, now: datetime, after_ply: int | None, eyes: str) -> BoardFacts:
    """Match *uid*, which is over, as anybody may look back at it: the same for everybody.

    Raises Match.DoesNotExist for an unknown match and for one that has not
    begun; NotOver while it goes on, NothingRecorded if it was cancelled.
    """
    check_recorded(begun_match(uid, AnonymousUser()))
    return board_facts(uid, AnonymousUser(), now=now, look=Look(after_ply, eyes))


def _waiting_facts(
    match: Match, players: Sequence[Player], user: Visitor, now: datetime
) -> BoardFacts:
    seat = seat_of(user, players)
    if seat is None:
        raise NoSuchMatch
    return _facts(match, players, seat, SeenFacts(rulings=rulings_of(match, seated=True)), now)


def _facts(
    match: Match,
    players: Sequence[Player],
    seat: int | None,
    seen: SeenFacts,
    now: datetime,
    referee: Referee | None = None,
) -> BoardFacts:
    return BoardFacts(
        **vars(public_facts(match, players, seat, now)),
        **vars(seen),
        **vars(choice_facts(match, players, seat, seen, now, referee)),
        seat=seat,
        now=now,
    )
