"""Who has which board in a match of clubs: the strongest of each at the first, by rating."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.match.terms import opening
from games.ratings.pools import Pool, pace_of
from games.ratings.selectors import strength_of
from games.tournaments.models import Entry, Tournament

FEWEST_BOARDS = 2
TEAMS = (0, 1)


def boards_there(tournament: Tournament) -> int:
    """Return how many boards can be filled with those who have entered a match of clubs and are
    not gone. Raises HouseClosed."""
    entries = tournament.entries.select_related("user")
    here = [one.team for one in entries if not _is_gone(one, tournament)]
    return min(here.count(team) for team in TEAMS)


def put_out_gone(tournament: Tournament) -> None:
    """Take out of a locked match of clubs who is gone. Raises HouseClosed."""
    entries = tournament.entries.select_related("user")
    gone = [one.pk for one in entries if _is_gone(one, tournament)]
    Entry.objects.filter(pk__in=gone).delete()


def _is_gone(entry: Entry, tournament: Tournament) -> bool:
    return entry.user is not None and opening.is_gone(entry.user, rated=tournament.rated)


def line_up(tournament: Tournament, now: datetime) -> list[tuple[Entry, Entry]]:
    """Return the two at each board of a locked match of clubs, the first board first. Of the larger
    club those who have entered last are out of it."""
    teams = [list(tournament.entries.filter(team=team).select_related("user")) for team in TEAMS]
    boards = min(map(len, teams))
    spare = [one.pk for team in teams for one in team[boards:]]
    Entry.objects.filter(pk__in=spare).delete()
    first, second = (_by_rating(team[:boards], tournament, now) for team in teams)
    return list(zip(first, second, strict=True))


def _by_rating(team: Sequence[Entry], tournament: Tournament, now: datetime) -> list[Entry]:
    """Return the strongest first; of equals, who has entered first."""
    pool = Pool(tournament.game, pace_of(tournament.time_control))
    strength = strength_of([one.user_id for one in team if one.user_id is not None], pool, now)
    return sorted(team, key=lambda one: strength(one.user_id or 0), reverse=True)
