"""The turn of seasons: each ends on its date, and the next one begins on a Sunday.

A season and all of its divisions begin in one transaction; the matches are owed by the pairings,
and begun by the sweep of tournaments. Whoever is killed in between has begun all of it or nothing.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from accounts.models import User
from games.clubs.selectors import is_member
from games.leagues import selectors
from games.leagues.models import Enrolment, League, Season
from games.leagues.pyramid import FEWEST, Pyramid, divided, next_pyramid
from games.leagues.services.enrolling import lock_league
from games.match.exceptions import HouseClosed
from games.match.terms.opening import is_gone
from games.ratings.pools import Pool, pace_of
from games.ratings.selectors import strength_of
from games.tournaments.selectors import are_over, standings_of, withdrawn_from
from games.tournaments.series import Division
from games.tournaments.services.divisions import begin_division
from queues.sweeps import each
from queues.transactions import writing

logger = logging.getLogger(__name__)
SEASON = timedelta(weeks=10)
SUNDAY = 6


def run_leagues(now: datetime) -> int:
    """End the seasons that are played, and begin those that are due; how many have begun."""
    leagues = list(League.objects.order_by("pk").values_list("game", "club"))
    return each(leagues, lambda league: _run(*league, now), what="league of")


def _run(game: str, club: str, now: datetime) -> bool:
    """While the site lets nobody begin, it waits."""
    try:
        with writing():
            league = lock_league(game, now, club=club)
            return _end_if_played(league, now) and _begin_if_due(league, now)
    except HouseClosed:
        return False


def next_start(season: Season | None, now: datetime) -> datetime:
    """Return when the next season begins: at the end of one that runs, else on a Sunday, in UTC."""
    if season is not None and season.ended_at is None:
        return season.ends_at
    today = _midnight(now)
    return today + timedelta(days=(SUNDAY - today.weekday()) % 7)


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _end_if_played(league: League, now: datetime) -> bool:
    """End the season of a locked league once its date has come; whether none runs."""
    season = selectors.last_season(league)
    if season is None or season.ended_at is not None:
        return True
    if now < season.ends_at:
        return False
    divisions = selectors.divisions_of(league, season)
    if not are_over(divisions):
        return False  # the sweep of tournaments ends them, and this one comes again
    season.ended_at = now
    season.save(update_fields=["ended_at"])
    league.enrolments.filter(user__in=withdrawn_from(divisions)).delete()
    return True


def _begin_if_due(league: League, now: datetime) -> bool:
    """Begin a season of a locked league in which none runs."""
    if now.weekday() != SUNDAY:
        return False
    players = _players(league)
    if len(players) < FEWEST:
        return False
    last = selectors.last_season(league)
    pyramid = _pyramid(league, last, players, now)
    starts_at = _midnight(now)
    season = Season.objects.create(
        league=league,
        number=last.number + 1 if last else 1,
        divisions=len(pyramid),
        starts_at=starts_at,
        ends_at=starts_at + SEASON,
    )
    for number, division in enumerate(pyramid, start=1):
        begin_division(
            Division(league.event, season.number, number),
            [players[key] for key in division],
            terms=league.terms,
            club=league.club,
            ends_at=season.ends_at,
            now=now,
        )
    return True


def _players(league: League) -> dict[int, User]:
    """Return who is enrolled and may play, by key, in the order of their enrolling. Who is gone, or
    not in the club any more, is enrolled no more. Raises HouseClosed."""
    enrolled = list(league.enrolments.select_related("user"))
    gone = [
        one
        for one in enrolled
        if is_gone(one.user, rated=league.terms.rated) or _has_left(league, one.user)
    ]
    Enrolment.objects.filter(pk__in=[one.pk for one in gone]).delete()
    return {one.user_id: one.user for one in enrolled if one not in gone}


def _has_left(league: League, user: User) -> bool:
    return bool(league.club) and not is_member(league.club, user.pk)


def _pyramid(
    league: League, last: Season | None, players: dict[int, User], now: datetime
) -> Pyramid:
    """Return the divisions of the next season; newcomers by rating, below all others."""
    pool = Pool(league.game, pace_of(league.terms.time_control))
    by_rating = sorted(players, key=strength_of(players, pool, now), reverse=True)
    if last is None:
        return divided(by_rating)
    standings = [standings_of(one) for one in selectors.divisions_of(league, last)]
    ended = selectors.pyramid_of(standings)
    return next_pyramid(ended, last.number, staying=players, new=by_rating)
