"""Ratings and reliability as everybody may know them: they follow from finished matches."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Subquery

from accounts.sanctions.rights import Verb, able
from engines.catalogue import GAMES
from games.match.reading.visibility import shown
from games.match.status import Status
from games.ratings.glicko import (
    PERIOD,
    PROVISIONAL,
    START_DEVIATION,
    START_RATING,
    Strength,
    aged,
    expected,
)
from games.ratings.models import Rating, RatingEvent, TurnTally
from games.ratings.pools import (
    FLOOR_DEVIATION,
    FLOOR_MATCHES,
    PACES,
    PROGRAMS,
    Pool,
    pace_of,
    versus_of,
)
from games.ratings.spread import median_of

if TYPE_CHECKING:
    from games.match.models import Match, Player

LEADERS = 50
GRAPH_POINTS = 200


@dataclass(frozen=True, slots=True)
class RatingFacts:
    """A rating as it is told."""

    pool: Pool
    rating: int
    deviation: int
    is_provisional: bool
    matches: int


@dataclass(frozen=True, slots=True)
class SeatRating:
    """The rating of who sits in a seat, in the pool of the match."""

    rating: int
    is_provisional: bool
    before: int | None = None
    """What it was before the match; None while the match goes on."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The reliability with which somebody answered the turns of finished matches."""

    asked: int
    answered: int
    median_seconds: int | None


@dataclass(frozen=True, slots=True)
class Leader:
    """One line of a leaderboard."""

    place: int
    name: str
    facts: RatingFacts


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after one match."""

    at: datetime
    rating: int
    change: int
    match_uid: str


UNRATED_NUMBERS = (round(START_RATING), round(START_DEVIATION))
NEVER_ASKED = Reliability(0, 0, None)


def newcomer(pool: Pool) -> RatingFacts:
    """Return the rating of whoever has played no match of the pool."""
    return RatingFacts(pool, *UNRATED_NUMBERS, is_provisional=True, matches=0)


def rating_of(user_id: int, pool: Pool, now: datetime) -> RatingFacts:
    """Return the user's rating in the pool."""
    return ratings_of([user_id], now, pool=pool).get((user_id, pool)) or newcomer(pool)


def bot_ratings(now: datetime) -> dict[tuple[str, Pool], RatingFacts]:
    """Return what house bots are worth by level and pool, by their matches with people."""
    rows = Rating.objects.filter(user__isnull=True, matches__gt=0, versus="bots").exclude(bot="")
    facts = [(row.bot, _facts(row, now)) for row in rows.order_by("game", "pace", "bot")]
    return {(bot, fact.pool): fact for bot, fact in facts}


def ratings_of(
    user_ids: Collection[int], now: datetime, *, pool: Pool | None = None
) -> dict[tuple[int, Pool], RatingFacts]:
    """Return the ratings of these users by user and pool, where they have played; in one query."""
    rows = Rating.objects.filter(user_id__in=user_ids, matches__gt=0)
    if pool is not None:
        rows = rows.filter(**pool._asdict())
    facts = [(row.user_id or 0, _facts(row, now)) for row in rows.order_by("game", "pace")]
    return {(user_id, fact.pool): fact for user_id, fact in facts}


def strength_of(user_ids: Collection[int], pool: Pool, now: datetime) -> Callable[[int], int]:
    """Return what says the rating in a pool of one of these users; that of a newcomer for whoever
    has played no match of it."""
    ratings, first = ratings_of(user_ids, now, pool=pool), newcomer(pool)
    return lambda user_id: ratings.get((user_id, pool), first).rating


def numbers_of(user_ids: Collection[int]) -> dict[tuple[int, Pool], int]:
    """Return the bare numbers of `ratings_of`, where hundreds are compared; in one query."""
    rows = Rating.objects.filter(user_id__in=user_ids, matches__gt=0)
    numbers = rows.values_list("user_id", "rating", "game", "pace", "versus")
    return {(user_id or 0, Pool(*pool)): round(rating) for user_id, rating, *pool in numbers}


def seat_ratings(match: Match, players: Sequence[Player], now: datetime) -> dict[int, SeatRating]:
    """The ratings by seat: in a rated match as they stand, after one that counted as it left them.

    In one query; none of a match that is for nothing.
    """
    if match.status == Status.FINISHED:
        events = RatingEvent.objects.filter(match=match, counts=True)
        return {event.seat: _seat_rating(event) for event in events}
    if match.status != Status.ACTIVE or not match.rated:
        return {}
    pool = Pool(match.game, pace_of(match.time_control), versus_of(players))
    people = {player.seat: player.user_id for player in players if player.user_id is not None}
    found = ratings_of(people.values(), now, pool=pool)
    facts = {seat: found.get((user_id, pool)) or newcomer(pool) for seat, user_id in people.items()}
    return {seat: SeatRating(one.rating, one.is_provisional) for seat, one in facts.items()}


def _seat_rating(event: RatingEvent) -> SeatRating:
    is_provisional = event.deviation > PROVISIONAL
    return SeatRating(round(event.rating), is_provisional, round(event.rating_before))


def _facts(row: Rating, now: datetime) -> RatingFacts:
    passed = max((now - row.rated_at) / PERIOD, 0.0) if row.rated_at else 0.0
    deviation = aged(row.strength, passed).deviation
    pool = Pool(row.game, row.pace, row.versus)
    return RatingFacts(
        pool, round(row.rating), round(deviation), deviation > PROVISIONAL, row.matches
    )


def reliability_of(user_ids: Collection[int]) -> dict[int, Reliability]:
    """Return how these users have answered their turns, in one query."""
    rows = TurnTally.objects.filter(user_id__in=user_ids)
    return {
        row.user_id: Reliability(row.asked, row.answered, median_of(row.spread)) for row in rows
    }


def surprise_of(user_id: int, since: datetime) -> tuple[int, float]:
    """Return how far a user's results have been from those expected since then.

    How many rated matches, and by how many standard deviations their points exceed what the
    ratings had foretold.
    """
    events = RatingEvent.objects.filter(made_at__gte=since).select_related("owner")
    mine = {event.match_id: event for event in events.filter(owner__user_id=user_id)}
    others = events.filter(match__in=mine).exclude(owner__user_id=user_id)
    surplus = variance = 0.0
    for other in others:
        event = mine[other.match_id]
        chance = expected(_before(event), _before(other))
        surplus += event.score - chance
        variance += chance * (1 - chance)
    return len(mine), surplus / math.sqrt(variance) if variance else 0.0


def _before(event: RatingEvent) -> Strength:
    """The rating as it was; of its deviation, which moves little, what it was then is near."""
    return Strength(event.rating_before, event.deviation, event.volatility)


def leaders(pool: Pool, now: datetime) -> list[Leader]:
    """Return the best of a pool, from those above the floors, whose accounts are open.

    With bot accounts it is these alone: people have leaderboards of their own.
    """
    rows = Rating.objects.filter(
        able(Verb.PLAY, now, "user"),
        **pool._asdict(),
        user__is_program=pool.versus == PROGRAMS,
        user__guardian=None,
        matches__gte=FLOOR_MATCHES,
        deviation__lte=FLOOR_DEVIATION,
    ).select_related("user")
    known = [(row, _facts(row, now)) for row in rows.order_by("-rating", "pk")[: 2 * LEADERS]]
    seen = [(row, facts) for row, facts in known if facts.deviation <= FLOOR_DEVIATION][:LEADERS]
    return [
        Leader(place, row.user.name if row.user else "", facts)
        for place, (row, facts) in enumerate(seen, 1)
    ]


def strongest_ids(game: str, most: int) -> list[int]:
    """The users of the highest ratings, of a *game* or "" for all of them: *most* of each pool."""
    games = [game] if game else [meta.slug for meta in GAMES]
    found: list[tuple[float, int]] = []
    for pool in (Pool(slug, pace) for slug in games for pace in PACES):
        rows = Rating.objects.filter(user__isnull=False, matches__gt=0, **pool._asdict())
        best = rows.order_by("-rating").values_list("rating", "user_id")[:most]
        found += [(rating, user_id) for rating, user_id in best if user_id is not None]
    return list(dict.fromkeys(user_id for _rating, user_id in sorted(found, reverse=True)))


def rating_history(user_id: int, pool: Pool) -> list[RatingPoint]:
    """Return the user's rating after each of the last matches in the pool that counted and that
    lists show, oldest first.

    The keys of the last are found by the index alone, before anything else is asked of them: who
    has played thousands has no more read than others.
    """
    own = Rating.objects.filter(user_id=user_id, **pool._asdict())
    events = RatingEvent.objects.filter(owner=Subquery(own.values("pk")[:1]))
    newest = events.order_by("-pk").values("pk")[:GRAPH_POINTS]
    counted = RatingEvent.objects.filter(shown("match__"), pk__in=newest, counts=True)
    facts = counted.order_by("pk").values_list("made_at", "rating", "rating_before", "match__uid")
    return [
        RatingPoint(made_at, round(rating), round(rating) - round(before), uid)
        for made_at, rating, before, uid in facts
    ]
