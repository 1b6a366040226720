"""What is written down of a match: its commitments at any time, all of it after the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.auth.models import AnonymousUser

from engines.catalogue import meta_for
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat
from games.common.filling import filled
from games.match.changes.permissions import check_recorded
from games.match.reading.plytimes import ply_times
from games.match.reading.selectors import begun_match, commitments_row, rulings_of
from games.match.referee import RecordedPly, Referee
from games.match.referee.spelling import Foreign, foreign
from games.match.referee.studies import Laid

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match, Player


AT_ONCE = 500
"""Plies whose times are worked out at a time."""

ANYBODY = AnonymousUser()
"""Nobody in particular, who knows of no match that is hidden from the public."""


@dataclass(frozen=True, slots=True)
class RecordedPlayer:
    """The player of a seat."""

    seat: int
    side: str
    name: str
    """The user's display name, or a bot's level."""
    is_bot: bool


@dataclass(frozen=True, slots=True)
class CommittedPiece:
    """One hidden piece: its digest, and after the end what opens it."""

    seat: int
    place: str
    digest: str
    kind: str = ""
    salt: str = ""


class TimedPly(NamedTuple):
    """A ply, and how long its seat had thought; None where that is not known."""

    ply: RecordedPly
    took: timedelta | None


class _Plies:
    """The plies of a match that is over, a few hundred at a time."""

    def __init__(self, match: Match, players: Sequence[Player]) -> None:
        self._match, self._players, self._referee = match, players, Referee(match)
        self._rulings = rulings_of(match, seated=False)
        self._referee.record()  # NotOver is raised now, and not while a file is put together

    def __iter__(self) -> Iterator[TimedPly]:
        plies, last = self._referee.record(), dict[int, tuple[Seat, datetime]]()
        while some := list(islice(plies, AT_ONCE)):
            made = {ply.number: (ply.seats[0], ply.made_at) for ply in some if ply.made_at}
            times = ply_times(self._match, self._players, last | made, self._rulings, reader=None)
            for ply in some:
                time = times.get(ply.number)
                yield TimedPly(ply, time.took if time and ply.move is not None else None)
            last = dict([made.popitem()]) if made else last


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match that is over, from the terms to the end."""

    uid: str
    game: str
    rules_version: int
    options: JsonObject
    start: str
    """Where it began, as a text of the rules page; empty for the game's own start."""
    time_control: str
    players: tuple[RecordedPlayer, ...]
    started_at: datetime
    ended_at: datetime
    ended_how: str
    winners: tuple[int, ...]
    plies: Iterable[TimedPly]
    """Read anew whenever they are asked for: of a match without end there are many."""
    placed_by_house: tuple[int, ...]
    """The seats whose pieces the site set up, because they had not in time."""
    commitments: tuple[CommittedPiece, ...]


def match_record(uid: str, user: Visitor = ANYBODY) -> MatchRecord:
    """Return the record of match *uid*, which is the same for everybody who may know of it.

    Raises Match.DoesNotExist for an unknown match and for one that has not
    begun; NotOver while it goes on, NothingRecorded if it was cancelled.
    """
    match = begun_match(uid, user)
    check_recorded(match)
    assert match.started_at is not None
    assert match.ended_at is not None
    players = list(match.players.select_related("user"))
    sides = meta_for(match.game).seats_for(match.options)
    return filled(
        MatchRecord,
        match,
        players=tuple(_recorded(player, sides[player.seat]) for player in players),
        winners=tuple(player.seat for player in players if player.result == "won"),
        plies=_Plies(match, players),
        placed_by_house=tuple(player.seat for player in players if player.placed_by_house),
        commitments=commitments_of(match),
    )


def in_foreign_notation(record: MatchRecord) -> Foreign:
    """Return the moves as programs of others write them; LookupError where none knows the game."""
    options = tuple((name, str(value)) for name, value in record.options.items())
    laid = Laid(record.game, record.start, options, rules=record.rules_version)
    return foreign(laid, [one.ply.move for one in record.plies if one.ply.move])


def match_commitments(uid: str, user: Visitor = ANYBODY) -> tuple[CommittedPiece, ...]:
    """Return the site's commitments in match *uid*, for everybody; empty if none.

    Raises Match.DoesNotExist for an unknown match and for one that has not begun.
    """
    return commitments_of(begun_match(uid, user))


def commitments_of(match: Match) -> tuple[CommittedPiece, ...]:
    """The digests shown since play began, by seat and place; opened once the match is over."""
    if not meta_for(match.game).hides_information:
        return ()
    stored = commitments_row(match)
    if stored is None:
        return ()
    if stored.openings is None:
        return tuple(CommittedPiece(**digest) for digest in stored.digests)
    return tuple(
        CommittedPiece(**{**digest, **opening})
        for digest, opening in zip(stored.digests, stored.openings, strict=True)
    )


def _recorded(player: Player, side: str) -> RecordedPlayer:
    name = player.user.name if player.user else player.bot
    return RecordedPlayer(player.seat, side, name, is_bot=bool(player.bot))
