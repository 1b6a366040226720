"""Enrolling in a league, and leaving it."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from engines.catalogue import duels
from games.clubs.selectors import is_member
from games.leagues import selectors
from games.leagues.exceptions import (
    AlreadyEnrolled,
    BotsEnrolNot,
    GuestsEnrolNot,
    MembersEnrol,
    NoLeague,
    NotEnrolled,
)
from games.leagues.models import Enrolment, League
from games.match.changes.permissions import check_may_begin
from queues.transactions import writing


def enrol(*, game: str, club: str = "", user: User, now: datetime) -> None:
    """Play in the next season, and in each after it. Raises NoLeague, GuestsEnrolNot, Sanctioned,
    HouseClosed, MembersEnrol or AlreadyEnrolled."""
    if game not in duels():
        raise NoLeague
    check_may_enrol(selectors.league_of(game, club) or League(game=game, club=club), user)
    with writing():
        league = lock_league(game, now, club=club)
        check_may_enrol(league, user)
        Enrolment.objects.create(league=league, user=user, enrolled_at=now)


def check_may_enrol(league: League, user: User) -> None:
    """Raises what keeps a user from enrolling in a league, stored or not."""
    if user.is_guest:
        raise GuestsEnrolNot
    if user.is_program:
        raise BotsEnrolNot
    check_may_begin(user, rated=True)
    if league.club and not is_member(league.club, user.pk):
        raise MembersEnrol
    if league.pk and selectors.enrolment_of(league, user.pk):
        raise AlreadyEnrolled


def leave(*, game: str, club: str = "", user: User, now: datetime) -> None:
    """Play in no further season; the one that runs goes on. Raises NotEnrolled."""
    with writing():
        league = lock_league(game, now, club=club)
        if not league.enrolments.filter(user=user).delete()[0]:
            raise NotEnrolled


def lock_league(game: str, now: datetime, *, club: str = "") -> League:
    """Return the league of a game, or that of a club in it, under its row lock; made where it is
    not there yet."""
    League.objects.get_or_create(game=game, club=club, defaults={"made_at": now})
    return League.objects.select_for_update(no_key=True).get(game=game, club=club)
