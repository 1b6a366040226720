"""Whom a seek is for, whether two seeks are for each other, and how long offers stand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q

from accounts.models import User
from games.common.exceptions import GamesError, NotForChildren
from games.lobby.exceptions import (
    ForFollowedOnly,
    GuestsSeekNot,
    NotForBots,
    OutsideBand,
    OwnSeek,
    SeekGone,
)
from games.lobby.models import Seek
from games.match.exceptions import MeetsNoBots
from games.ratings.pools import LIVE, PEOPLE, PROGRAMS, SLOW, Pool, pace_of
from games.ratings.selectors import RatingFacts, newcomer

LONGEST_LIVE = timedelta(minutes=30)
"""Whoever wants to play in one sitting is gone soon."""


@dataclass(frozen=True, slots=True)
class Company:
    """The relations between some people, and their ratings."""

    ratings: dict[tuple[int, Pool], RatingFacts]
    apart: frozenset[tuple[int, int]]
    """Who is not to be paired with whom, in both orders."""
    following: frozenset[tuple[int, int]]

    def rating(self, user_id: int, pool: Pool) -> RatingFacts:
        """The rating of one of them."""
        return self.ratings.get((user_id, pool)) or newcomer(pool)


def pool_of(game: str, time_control: str, *, is_program: bool = False) -> Pool:
    """The ratings by which opponents for these terms are chosen: a bot account has its own."""
    return Pool(game, pace_of(time_control) or SLOW, PROGRAMS if is_program else PEOPLE)


def lasting(time_control: str, asked: timedelta) -> timedelta:
    """Return how long an offer stands: as *asked*, but at most LONGEST_LIVE for a live match."""
    return min(asked, LONGEST_LIVE) if pace_of(time_control) == LIVE else asked


def check_takes(seek: Seek, user: User, company: Company) -> None:
    """Raises unless *seek* is for *user*: OwnSeek, SeekGone for whoever is kept apart from its
    maker, GuestsSeekNot, NotForBots, MeetsNoBots, ForFollowedOnly or OutsideBand.
    """
    if seek.user_id == user.pk:
        raise OwnSeek
    if (user.pk, seek.user_id) in company.apart:
        raise SeekGone
    check_seeks(user)
    _check_bots(seek, user)
    is_followed = (seek.user_id, user.pk) in company.following
    if seek.audience == Seek.Audience.FOLLOWED and not is_followed:
        raise ForFollowedOnly
    pool = pool_of(seek.game, seek.time_control, is_program=user.is_program)
    rating = company.rating(user.pk, pool).rating
    if not in_band(rating, seek.low, seek.high):
        raise OutsideBand


def check_seeks(user: User) -> None:
    """Raises GuestsSeekNot or NotForChildren for whoever meets nobody in the lobby."""
    if user.is_guest:
        raise GuestsSeekNot
    if user.is_child:
        raise NotForChildren


def _check_bots(seek: Seek, user: User) -> None:
    """A bot account takes seeks of people who allow that; people take rated ones of bot accounts
    only then. Raises NotForBots or MeetsNoBots.
    """
    maker = seek.user
    if user.is_program and not maker.is_program and not maker.meets_bots:
        raise NotForBots
    if maker.is_program and not user.is_program and seek.rated and not user.meets_bots:
        raise MeetsNoBots


def in_band(rating: int, low: int | None, high: int | None) -> bool:
    """Return whether the rating lies between the ends, of which either may be open."""
    return (low is None or low <= rating) and (high is None or rating <= high)


def bands_around(rating: int) -> Q:
    """Return the seeks that are for this rating: `in_band` as the database is asked it."""
    return (Q(low=None) | Q(low__lte=rating)) & (Q(high=None) | Q(high__gte=rating))


def fit(one: Seek, other: Seek, company: Company) -> bool:
    """Return whether the two seeks pair: each is for the other's maker, by the same terms."""
    if one.side is not None and one.side == other.side:
        return False
    if not (_terms_of(one) == _terms_of(other) or _quick_enough(one, other)):
        return False
    try:
        check_takes(one, other.user, company)
        check_takes(other, one.user, company)
    except GamesError:
        return False
    return True


def _terms_of(seek: Seek) -> tuple[object, ...]:
    return seek.game, seek.options, seek.time_control, seek.rated, seek.onlookers


def _quick_enough(one: Seek, other: Seek) -> bool:
    """Whether one of them takes whatever there is for its game at its pace.

    Options it names are kept; those it leaves out are the other's to choose.
    """
    if one.is_anonymous or other.is_anonymous:
        return False
    alike = one.game == other.game and pace_of(one.time_control) == pace_of(other.time_control)
    agreed = all(
        one.options[name] == other.options[name] for name in one.options.keys() & other.options
    )
    return alike and agreed and (one.is_quick or other.is_quick)
