"""Seeks as their readers find them."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple, overload

from django.db.models import Count, OuterRef, Q, QuerySet
from django.db.models.functions import Substr

from accounts.models import User
from accounts.sanctions.rights import Verb, able
from games.common.exceptions import GamesError
from games.common.filling import filled
from games.lobby.fitting import Company, bands_around, check_takes, fit, pool_of
from games.lobby.models import AGAIN, STANDING, Seek
from games.lobby.selectors.bots import nearest_bot
from games.match.changes.permissions import check_may_begin
from games.match.onlookers import ANONYMOUS
from games.match.reading.selectors import sits_in
from games.match.terms.opening import check_room
from games.people.selectors import Kind, kept_apart, pairs_apart, pairs_following
from games.ratings.pools import Pool, pace_of
from games.ratings.selectors import (
    NEVER_ASKED,
    UNRATED_NUMBERS,
    RatingFacts,
    Reliability,
    newcomer,
    numbers_of,
    ratings_of,
    reliability_of,
)
from queues.prepared import Prepared, PreparedCount, PreparedRows

MOST_SHOWN = 1000
"""How many open seeks the lobby looks at, the newest first."""

MOST_TRIED = 100
"""With how many seeks one is compared before it waits for the next time."""

JOINED_BY = ("game", "time_control", "audience", "low", "high", "rated")
"""What tells whether a seek can be taken, besides who its maker is."""

SIGN_IN = "sign-in"
"""Why a visitor cannot join: there is no account to play with."""


@dataclass(frozen=True, slots=True)
class MakerFacts:
    """The maker of an offer."""

    name: str
    zone: str
    rating: RatingFacts
    reliability: Reliability


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferFacts:
    """An offer to play as one reader finds it."""

    uid: str
    game: str
    options: Mapping[str, str]
    time_control: str
    rated: bool
    onlookers: str
    side: int | None
    """The seat of whoever made it; None lets chance decide."""
    state: str
    created_at: datetime
    expires_at: datetime
    is_own: bool
    """Whether the reader has made it."""
    match_uid: str
    """The match that came of it, told to its players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekFacts(OfferFacts):
    """A seek as one reader finds it."""

    low: int | None
    high: int | None
    audience: str
    is_quick: bool
    further: int | None
    """Matches it leads to after the next one; None as long as it stands."""
    at_once: int
    bot_at: datetime | None
    bot_level: str
    """Of the bot that will join, told to the maker; "" for people only."""
    maker: MakerFacts
    why_not: str
    """The code of what keeps the reader from taking it; "" if nothing does."""


class Outline(NamedTuple):
    """As much of a seek as many are compared by, before a few of them are read whole."""

    pk: int
    user_id: int
    game: str
    time_control: str
    rated: bool
    is_quick: bool
    side: int | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters and the order of the lobby."""

    game: str = ""
    pace: str = ""
    rated: str = ""
    """yes, no or "" for both"""
    joinable: bool = False
    sort: str = "newest"


def open_seeks(now: datetime) -> QuerySet[Seek]:
    """The seeks that stand, with their makers, who may begin what they seek."""
    return Seek.objects.filter(_stands(now), state=Seek.State.OPEN).select_related("user")


def _stands(now: datetime) -> Q:
    counts = Q(rated=False) | able(Verb.RATED, now, "user")
    return able(Verb.BEGIN, now, "user") & counts


def _left_by(user_id: int) -> Q:
    """The seeks that stand again as the user has left the match they had led to: they cannot take
    them."""
    left = sits_in(user_id, Substr(OuterRef("key"), len(AGAIN) + 1))
    return Q(left, key__startswith=AGAIN) & ~Q(user=user_id)


def company_of(user_ids: Collection[int], now: datetime) -> Company:
    """Return the relations and ratings of these people, in three queries."""
    return Company(
        ratings_of(user_ids, now),
        pairs_apart(user_ids, Kind.PAIRING),
        pairs_following(user_ids),
    )


def partners_of(seek: Seek, now: datetime) -> list[Seek]:
    """The open seeks that fit *seek*, the newest first.

    Those that cannot fit by their clock, or by the ratings they are for, are not read.
    """
    others = open_seeks(now).filter(_may_fit(seek, now), game=seek.game, expires_at__gt=now)
    found = list(others.exclude(user=seek.user).order_by("-created_at", "-pk")[:MOST_TRIED])
    if not found:
        return []
    company = company_of({seek.user_id, *(other.user_id for other in found)}, now)
    return [other for other in found if fit(seek, other, company)]


def partners_of_each(seeks: Sequence[Seek], now: datetime) -> Callable[[Seek], Iterator[Seek]]:
    """Return a finder of the open seeks that fit one of *seeks*, newest first, in five queries.

    Of all that stand no more is read than who may go with whom; those who may are read whole.
    """
    games = {seek.game for seek in seeks}
    standing = open_seeks(now).filter(game__in=games, expires_at__gt=now)
    near = _near_each(seeks, _outlines(standing))
    others = open_seeks(now).in_bulk({key for keys in near.values() for key in keys})
    makers = {seek.user_id for seek in (*seeks, *others.values())}
    company = company_of(makers, now)

    def find(seek: Seek) -> Iterator[Seek]:
        found = (others[key] for key in near[seek.pk] if key in others)
        return (other for other in found if fit(seek, other, company))

    return find


def _outlines(rows: QuerySet[Seek]) -> list[Outline]:
    """The newest of *rows* first, as many as are looked at."""
    return [Outline(*values) for values in _outline_values(rows)]


def _outline_values(rows: QuerySet[Seek]) -> QuerySet[Seek, Any]:
    newest = rows.order_by("-created_at", "-pk").values_list(*Outline._fields)
    return newest[:MOST_SHOWN]


def _near_each(seeks: Sequence[Seek], others: Sequence[Outline]) -> Mapping[int, Sequence[int]]:
    """By the key of each of *seeks* those of the others whose terms may go with it, in their
    order, and no more than are tried."""
    of_pace, quick, of_terms = (_grouped(others, key) for key in (_pace, _quick, _terms))

    def near(seek: Seek) -> Iterator[Outline]:
        if seek.is_quick:
            return iter(of_pace[_pace(seek)])
        parts = of_terms[_terms(seek)], quick[_pace(seek)]
        return heapq.merge(*parts, key=attrgetter("created_at", "pk"), reverse=True)

    return {
        seek.pk: [other.pk for other in islice(_met_by(seek, near(seek)), MOST_TRIED)]
        for seek in seeks
    }


def _met_by(seek: Seek, others: Iterable[Outline]) -> Iterator[Outline]:
    """Those of other people who want another side than the maker of *seek*, or any."""
    for other in others:
        is_taken = seek.side is not None and seek.side == other.side
        if other.user_id != seek.user_id and not is_taken:
            yield other


def _grouped(
    seeks: Sequence[Outline], key: Callable[[Outline], Hashable | None]
) -> Mapping[Hashable, list[Outline]]:
    found: dict[Hashable, list[Outline]] = defaultdict(list)
    for seek in seeks:
        if (group := key(seek)) is not None:
            found[group].append(seek)
    return found


def _pace(seek: Seek | Outline) -> Hashable:
    return seek.game, pace_of(seek.time_control)


def _quick(seek: Outline) -> Hashable | None:
    return _pace(seek) if seek.is_quick else None


def _terms(seek: Seek | Outline) -> Hashable | None:
    return None if seek.is_quick else (seek.game, seek.time_control, seek.rated)


def _may_fit(seek: Seek, now: datetime) -> Q:
    """The seeks whose terms and ratings may go with those of *seek*."""
    pool = pool_of(seek.game, seek.time_control, is_program=seek.user.is_program)
    mine = ratings_of({seek.user_id}, now, pool=pool).get((seek.user_id, pool)) or newcomer(pool)
    is_for_me = bands_around(mine.rating)
    if seek.is_quick:
        return is_for_me
    return is_for_me & (Q(is_quick=True) | Q(time_control=seek.time_control, rated=seek.rated))


def lone_seeks(seek_ids: Collection[int]) -> list[int]:
    """Those of the open seeks which have nobody else's terms to go with, in two statements."""
    groups = Seek.objects.filter(state=Seek.State.OPEN).order_by()
    alike = groups.values_list("game", "time_control", "rated")
    numbers = {(game, time, rated): n for game, time, rated, n in alike.annotate(n=Count("pk"))}
    quick = {game for (game,) in groups.filter(is_quick=True).values_list("game").distinct()}
    rows = groups.filter(pk__in=seek_ids, is_quick=False).exclude(game__in=quick)
    return [
        pk
        for pk, game, time, rated in rows.values_list("pk", "game", "time_control", "rated")
        if numbers[game, time, rated] < 2
    ]


class FoundSeeks(Sequence[SeekFacts]):
    """The seeks of a lobby as *user* finds them, by their keys; read are those that are taken
    out by index or slice, in a fixed number of queries."""

    def __init__(self, keys: Sequence[int], user: User | None, now: datetime) -> None:
        self._keys = keys
        self._user = user
        self._now = now

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, place: int) -> SeekFacts: ...

    @overload
    def __getitem__(self, place: slice) -> list[SeekFacts]: ...

    def __getitem__(self, place: int | slice) -> SeekFacts | list[SeekFacts]:
        if not isinstance(place, slice):
            return self._read([self._keys[place]])[0]
        return self._read(self._keys[place])

    def __iter__(self) -> Iterator[SeekFacts]:
        return iter(self[:])

    def _read(self, keys: Sequence[int]) -> list[SeekFacts]:
        rows = Seek.objects.select_related("user").in_bulk(keys)
        return facts_of([rows[key] for key in keys if key in rows], self._user, self._now)


def lobby_seeks(user: User | None, wanted: Wanted, now: datetime) -> FoundSeeks:
    """The open seeks of others that *user* may know of, narrowed and sorted as *wanted*.

    Of all of them no more is read than narrows and sorts them.
    """
    seeks = _outlines_for(user, wanted, now)
    if wanted.pace:
        seeks = [seek for seek in seeks if _pool(seek).pace == wanted.pace]
    if wanted.joinable:
        seeks = _joinable(seeks, user, now)
    return FoundSeeks([seek.pk for seek in _sorted(seeks, wanted.sort)], user, now)


def _outlines_for(user: User | None, wanted: Wanted, now: datetime) -> list[Outline]:
    """Return the newest open seeks of others, of the game and the kind *wanted*."""
    user_id = user.pk if user else 0
    apart = kept_apart(user_id, Kind.PAIRING) if user else ()
    if not (apart or wanted.game or wanted.rated):
        return [Outline(*values) for values in _of_others(user_id, now)]
    rows = _others(user_id, now).exclude(user__in=apart)
    if wanted.game:
        rows = rows.filter(game=wanted.game)
    if wanted.rated:
        rows = rows.filter(rated=wanted.rated == "yes")
    return _outlines(rows)


def _others(user_id: int, now: datetime) -> QuerySet[Seek]:
    """The seeks that stand of everybody but the user, whom 0 makes a visitor."""
    rows = open_seeks(now).filter(expires_at__gt=now).exclude(onlookers=ANONYMOUS)
    return rows.exclude(user=user_id).exclude(_left_by(user_id))


_of_others = PreparedRows(
    lambda user_id, now: _outline_values(_others(user_id, now)), int, datetime
)


def _pool(seek: Outline) -> Pool:
    return pool_of(seek.game, seek.time_control)


def _joinable(seeks: Sequence[Outline], user: User | None, now: datetime) -> list[Outline]:
    """Those of the seeks of others that *user* can take."""
    full = {rated: _why_full(user, rated=rated) for rated in (False, True)}
    if user is None or full[False]:
        return []
    following = pairs_following({user.pk, *(seek.user_id for seek in seeks)})
    company = Company(ratings_of({user.pk}, now), frozenset(), following)
    rows = open_seeks(now).only("user__is_program", "user__meets_bots", *JOINED_BY)
    fuller = rows.in_bulk([seek.pk for seek in seeks])
    return [
        seek
        for seek in seeks
        if (found := fuller.get(seek.pk)) is not None
        and not full[found.rated]
        and not _why_not(found, user, company)
    ]


def _sorted(seeks: Sequence[Outline], sort: str) -> Sequence[Outline]:
    """The seeks, newest first before, by rating or time; those alike stay newest first."""
    if sort == "rating":
        ratings = numbers_of({seek.user_id for seek in seeks})
        unrated = UNRATED_NUMBERS[0]
        return sorted(seeks, key=lambda seek: -ratings.get((seek.user_id, _pool(seek)), unrated))
    if sort == "time":
        return sorted(seeks, key=attrgetter("time_control"))
    return seeks


_own_seeks = Prepared(
    lambda user_id: (
        Seek.objects.filter(user=user_id, state__in=STANDING)
        .select_related("user")
        .order_by("-created_at", "-pk")
    ),
    int,
)


def own_seeks(user: User, now: datetime) -> list[SeekFacts]:
    """The user's own seeks that stand, newest first."""
    return facts_of(_own_seeks(user.pk), user, now)


def seeks_open(user_id: int) -> int:
    """Return how many seeks of the user stand."""
    return _open_of(user_id)


_open_of = PreparedCount(
    lambda user_id: Seek.objects.filter(user=user_id, state=Seek.State.OPEN).values("pk"), int
)


def seek_for(uid: str, user: User | None, now: datetime) -> SeekFacts | None:
    """One seek, open or not; None if there is none that the reader may know of."""
    rows = Seek.objects.filter(uid=uid).select_related("user", "match")
    is_own = Q(user=None if user is None else user.pk)
    is_past = ~Q(state__in=STANDING) & Q(user__is_active=True)
    rows = rows.filter(is_own | (_stands(now) | is_past) & ~Q(onlookers=ANONYMOUS))
    if user is not None:
        rows = rows.exclude(user_id__in=kept_apart(user.pk, Kind.PAIRING)).exclude(
            _left_by(user.pk)
        )
    return next(iter(facts_of(rows, user, now)), None)


def facts_of(rows: Iterable[Seek], user: User | None, now: datetime) -> list[SeekFacts]:
    """The seeks as *user* finds them."""
    seeks = list(rows)
    if not seeks:
        return []
    makers = {seek.user_id for seek in seeks}
    company = company_of(makers | ({user.pk} if user else set()), now)
    reliability = reliability_of(makers)
    full = {rated: _why_full(user, rated=rated) for rated in {seek.rated for seek in seeks}}
    return [
        _facts(
            seek, user, company, reliability.get(seek.user_id, NEVER_ASKED), full[seek.rated], now
        )
        for seek in seeks
    ]


def _why_full(user: User | None, *, rated: bool) -> str:
    """The code of why the user can join no match (that is *rated*); "" if there is none."""
    if user is None:
        return SIGN_IN
    try:
        check_may_begin(user, rated=rated)
        check_room(user)
    except GamesError as error:
        return error.code
    return ""


def _facts(
    seek: Seek,
    user: User | None,
    company: Company,
    reliability: Reliability,
    full: str,
    now: datetime,
) -> SeekFacts:
    is_own = user is not None and seek.user_id == user.pk
    has_bot = is_own and seek.bot_at is not None and seek.state == Seek.State.OPEN
    pool = pool_of(seek.game, seek.time_control, is_program=seek.user.is_program)
    rating = company.rating(seek.user_id, pool)
    return filled(
        SeekFacts,
        seek,
        bot_level=nearest_bot(seek.user_id, seek.game, seek.time_control, now) if has_bot else "",
        maker=MakerFacts(seek.user.name, seek.user.time_zone, rating, reliability),
        is_own=is_own,
        why_not=_why_not(seek, user, company) or full,
        match_uid=_match_uid(seek, user),
    )


def _why_not(seek: Seek, user: User | None, company: Company) -> str:
    if user is None:
        return ""
    try:
        check_takes(seek, user, company)
    except GamesError as error:
        return error.code
    return ""


def _match_uid(seek: Seek, user: User | None) -> str:
    if user is None or seek.match is None:
        return ""
    return seek.match.uid if seek.match.players.filter(user=user).exists() else ""
