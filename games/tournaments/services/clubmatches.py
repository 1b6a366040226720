"""Matches of two clubs: proposed by an officer of one, accepted by an officer of the other.

Then the members of both enter, as many of each as there are boards, and it begins like any
tournament. `lineups` says who has which board.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from games.clubs import selectors as clubs
from games.match.changes.permissions import check_may_begin
from games.match.terms import opening
from games.match.terms.opening import Terms
from games.notices.services.notifying import NoticeKind
from games.tournaments.exceptions import (
    BadTournament,
    EntriesClosed,
    NoOtherClub,
    NoTournament,
    OfficersMake,
    TooManyTournaments,
)
from games.tournaments.models import Tournament
from games.tournaments.services.entering import (
    MOST_MADE,
    OPEN_FOR,
    check_duel,
    lock_tournament,
    tell_one,
)
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.clubs.models import Club

State = Tournament.State
BOARDS = range(2, 11)


@dataclass(frozen=True, slots=True)
class ClubMatchRequest:
    """An officer's request to another club."""

    club: str
    """The id of the own club."""
    against: str
    """The name of the other."""
    terms: Terms
    boards: int
    starts_at: datetime | None = None


def propose(*, user: User, asked: ClubMatchRequest, now: datetime) -> Tournament:
    """Ask another club for a match. Asked twice under one key, it is one proposal.

    Raises OfficersMake, NoOtherClub, BadTournament, TooManyTournaments, UnknownTerms, Sanctioned
    or HouseClosed; then nothing has changed.
    """
    own, other = _clubs_of(user, asked)
    _check_card(asked, now)
    with writing():
        opening.hold(user)
        before = Tournament.objects.filter(made_by=user, key=asked.terms.key).first()
        if before is not None:
            return before
        check_may_begin(user, rated=asked.terms.rated)
        waiting = Tournament.objects.filter(made_by=user, state__in=[State.PROPOSED, State.OPEN])
        if waiting.count() >= MOST_MADE:
            raise TooManyTournaments
        tournament = Tournament.objects.create(
            key=asked.terms.key,
            name=f"{own.name} – {other.name}",
            made_by=user,
            game=asked.terms.game,
            options=opening.chosen_options(asked.terms),
            time_control=asked.terms.time_control,
            rated=asked.terms.rated,
            size=2 * asked.boards,
            is_double=True,
            club=own.uid,
            guests=other.uid,
            state=State.PROPOSED,
            created_at=now,
            starts_at=asked.starts_at,
            closes_at=now + OPEN_FOR,
        )
        for officer in clubs.officers_of(other):
            tell_one(tournament, officer, NoticeKind.CLUBS_ASKED, now, person=user)
    return tournament


def _clubs_of(user: User, asked: ClubMatchRequest) -> tuple[Club, Club]:
    own, other = clubs.club_called(asked.club), clubs.club_named(asked.against)
    if own is None or not clubs.is_officer(own.uid, user.pk):
        raise OfficersMake
    if other is None or other.pk == own.pk:
        raise NoOtherClub
    return own, other


def _check_card(asked: ClubMatchRequest, now: datetime) -> None:
    opening.check_terms(asked.terms)
    check_duel(asked.terms)
    if asked.boards not in BOARDS:
        raise BadTournament
    if asked.starts_at is not None and not now < asked.starts_at < now + OPEN_FOR:
        raise BadTournament


def accept(*, uid: str, user: User, now: datetime) -> None:
    """Accept for the other club: from now on both can enter. Raises NoTournament, OfficersMake,
    EntriesClosed, Sanctioned or HouseClosed."""
    with writing():
        tournament = _proposed(uid, user, now)
        check_may_begin(user, rated=tournament.rated)
        tournament.state = State.OPEN
        tournament.save(update_fields=["state"])
        _answer(tournament, user, NoticeKind.CLUBS_AGREED, now)


def decline(*, uid: str, user: User, now: datetime) -> None:
    """Decline for the other club. Raises NoTournament, OfficersMake or EntriesClosed."""
    with writing():
        tournament = _proposed(uid, user, now)
        tournament.state, tournament.ended_at = State.CALLED_OFF, now
        tournament.save(update_fields=["state", "ended_at"])
        _answer(tournament, user, NoticeKind.TOURNAMENT_OFF, now)


def _proposed(uid: str, user: User, now: datetime) -> Tournament:
    """A locked proposal that waits for the club of which the user is an officer."""
    tournament = lock_tournament(uid)
    if not tournament.guests:
        raise NoTournament
    if not clubs.is_officer(tournament.guests, user.pk):
        raise OfficersMake
    if tournament.state != State.PROPOSED or tournament.closes_at <= now:
        raise EntriesClosed
    return tournament


def _answer(tournament: Tournament, user: User, kind: str, now: datetime) -> None:
    if tournament.made_by is not None:
        tell_one(tournament, tournament.made_by, kind, now, person=user)
