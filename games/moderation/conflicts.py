"""Whose matches and reports are nobody's business of a member of staff, superuser or not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError
from games.match.reading.selectors import have_played, met_lately, players_of
from games.moderation.models import Appeal, Report, ReportAtom
from games.people.selectors import followed_ids

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match

RECENTLY = timedelta(days=30)
"""So long after a match its players are no judges of one another."""


class Conflict(GamesError):
    sentence = _("You have a part in this; somebody else has to do it.")
    status = 403


def check_match(actor: User, match: Match, now: datetime) -> None:
    """Raises Conflict for one's own match, one of recent opponents, or one that one reported."""
    seated = {player.user_id for player in players_of(match) if player.user_id is not None}
    if actor.pk in seated or have_played(actor.pk, seated, since=now - RECENTLY):
        raise Conflict
    if ReportAtom.objects.filter(match=match, reporter=actor).exists():
        raise Conflict


def check_may_look(actor: User, match: Match, now: datetime) -> None:
    """Raises Conflict as `check_match` does, and for whoever follows one of the players."""
    check_match(actor, match, now)
    if followed_ids(actor.pk) & {player.user_id for player in players_of(match)}:
        raise Conflict


def check_own_match(actor: User, match: Match) -> None:
    """Raises Conflict for one's own match; to freeze, anybody else is good enough."""
    if any(player.user_id == actor.pk for player in players_of(match)):
        raise Conflict


def check_person(actor: User, person: User, now: datetime) -> None:
    """Raises Conflict for oneself, for whom one plays or has just played, and for other staff."""
    if person.pk not in judged_by(actor, [person], now):
        raise Conflict


def judged_by(actor: User, people: Iterable[User], now: datetime) -> set[int]:
    """The keys of those of *people* against whom `check_person` has nothing; in one statement."""
    keys = {
        person.pk
        for person in people
        if actor.is_superuser or not (person.is_staff or person.is_superuser)
    }
    keys.discard(actor.pk)
    return keys - met_lately(actor.pk, keys, since=now - RECENTLY) if keys else keys


def check_report(actor: User, report: Report, now: datetime) -> None:
    """Raises Conflict where one reported oneself, or may not judge whom it is about."""
    if report.atoms.filter(reporter=actor).exists():
        raise Conflict
    check_person(actor, report.suspect, now)


def check_appeal(actor: User, appeal: Appeal, now: datetime) -> None:
    """Raises Conflict where one may not judge the person."""
    check_person(actor, appeal.sanction.user, now)
