"""What speaks for one person behind two accounts: numbers for pairs, and never a verdict."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from accounts.sign_in.shared_marks import Shared, shared_marks, sharing_accounts
from games.match.reading.selectors import opponents_of
from games.match.referee import moments_of

LOOKED_BACK = timedelta(days=30)
"""How far back the moments of moves are compared."""

CLOSE = timedelta(minutes=2)
FEWEST_MOVES = 10
"""Of fewer moves than this nothing is said."""

MOST_MOVES = 2000
MOST_PAIRS = 8

Moments = Sequence[tuple[int, datetime]]


@dataclass(frozen=True, slots=True)
class Rhythm:
    """The numbers of nearly simultaneous moves of two accounts, at boards they do not share."""

    moves: int
    others_moves: int
    close: int
    """How many of the first one's moves came within `CLOSE` of one of the other's."""
    close_by_habit: int
    """The same with the other's moves of a day before: what the same daily habits explain."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two accounts and what they share."""

    one: User
    other: User
    marks: Sequence[Shared]
    opponents: int
    others_opponents: int
    opponents_of_both: int
    have_met: bool
    rhythm: Rhythm | None
    """None where one of the two has moved too little."""


def pairs_of(one: User, others: Sequence[User], now: datetime) -> list[Pair]:
    """Return what *one* shares with each of *others*, in a constant number of queries."""
    return pairs_between([(one, other) for other in others], now)


def pairs_between(pairs: Sequence[tuple[User, User]], now: datetime) -> list[Pair]:
    """Return what the two of each share; likewise."""
    ids = {user.pk for pair in pairs for user in pair}
    marks = shared_marks([(one.pk, other.pk) for one, other in pairs], now)
    met, times = opponents_of(ids), moments_of(ids, now - LOOKED_BACK)
    return [
        Pair(
            one=one,
            other=other,
            marks=marks[one.pk, other.pk],
            opponents=len(met[one.pk]),
            others_opponents=len(met[other.pk]),
            opponents_of_both=len(met[one.pk] & met[other.pk]),
            have_met=other.pk in met[one.pk],
            rhythm=rhythm_of(times[one.pk], times[other.pk]),
        )
        for one, other in pairs
    ]


def linked_to(person: User, now: datetime) -> list[User]:
    """Return the accounts that share a browser's cookie or a small network with *person*."""
    found = sharing_accounts(person.pk, now)[:MOST_PAIRS]
    rows = User.objects.in_bulk(found)
    return [rows[pk] for pk in found if pk in rows]


def user_named(name: str) -> User | None:
    """Return the account of that name."""
    try:
        return User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        return None


def rhythm_of(one: Moments, other: Moments) -> Rhythm | None:
    """Return the rhythm of two accounts, without matches they share; None for too few moves."""
    shared = {match for match, _at in one} & {match for match, _at in other}
    mine, theirs = (
        [at for match, at in times if match not in shared][-MOST_MOVES:] for times in (one, other)
    )
    if min(len(mine), len(theirs)) < FEWEST_MOVES:
        return None
    a_day_later = [at + timedelta(days=1) for at in theirs]
    return Rhythm(len(mine), len(theirs), _close(mine, theirs), _close(mine, a_day_later))


def _close(mine: Sequence[datetime], theirs: Sequence[datetime]) -> int:
    return sum(_is_close(at, theirs) for at in mine)


def _is_close(at: datetime, theirs: Sequence[datetime]) -> bool:
    """Return whether one of *theirs*, which are in order, is near."""
    first = bisect_left(theirs, at - CLOSE)
    return first < len(theirs) and theirs[first] <= at + CLOSE
