"""Leagues as they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.catalogue import duels
from games.clubs.selectors import club_called
from games.leagues.models import Enrolment, League, Season
from games.leagues.pyramid import Pyramid
from games.tournaments import selectors as tournaments
from games.tournaments.selectors import Standings

if TYPE_CHECKING:
    from games.tournaments.models import Tournament


def league_of(game: str, club: str = "") -> League | None:
    """Return the league of a game, or that of a *club* in it; None before anybody has enrolled."""
    return League.objects.filter(game=game, club=club).first()


def league_at(slug: str) -> League | None:
    """Return the league of that address, not stored before anybody has enrolled; None where there
    can be none."""
    game, _dash, club = slug.partition("-")
    if game not in duels() or (_dash and club_called(club) is None):
        return None
    return league_of(game, club) or League(game=game, club=club)


def enrolment_of(league: League, user_id: int | None) -> Enrolment | None:
    """Return the user's enrolment."""
    return league.enrolments.filter(user_id=user_id).first() if user_id else None


def enrolled_of(user_id: int, club: str = "") -> set[str]:
    """Return the games in whose leagues, or in those of a *club*, a user is enrolled."""
    own = Enrolment.objects.filter(user_id=user_id, league__club=club)
    return set(own.values_list("league__game", flat=True))


def last_season(league: League) -> Season | None:
    """Return the season that runs, or else the one that was last."""
    return league.seasons.order_by("-number").first()


def season_of(league: League, number: int) -> Season | None:
    """Return the season of that number."""
    return league.seasons.filter(number=number).first()


def past_seasons(league: League, limit: int) -> list[Season]:
    """The last seasons that are over, newest first."""
    return list(league.seasons.exclude(ended_at=None).order_by("-number")[:limit])


def divisions_of(league: League, season: Season) -> list[Tournament]:
    """Return the divisions of a season, the top one first."""
    return tournaments.divisions_of(league.event, season.number, season.divisions)


def pyramid_of(divisions: list[Standings]) -> Pyramid:
    """Return the users by division and place; of equals, who stood higher before comes first."""
    pyramid = []
    for standings in divisions:
        users = {entry.pk: entry.user_id for entry in standings.entries}
        pyramid.append([users[line.entry] or 0 for line in standings.lines])
    return pyramid
