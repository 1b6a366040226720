"""Seeks as their readers find them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet

from games.common.exceptions import GamesError
from games.lobby.fitting import Company, check_takes, fit, pool_of
from games.lobby.models import Seek
from games.lobby.selectors.bots import nearest_bot
from games.match.opening import check_room
from games.match.permissions import check_may_begin
from games.people.selectors import Kind, kept_apart, pairs_apart, pairs_following
from games.ratings.selectors import (
    NEVER_ASKED,
    RatingFacts,
    Reliability,
    newcomer,
    ratings_of,
    reliability_of,
)

if TYPE_CHECKING:
    from accounts.models import User

MOST_SHOWN = 1000
"""How many open seeks the lobby looks at, the newest first."""

MOST_TRIED = 100
"""With how many seeks one is compared before it waits for the next time."""

SORTS = ("newest", "rating", "time")
SIGN_IN = "sign-in"
"""Why a visitor cannot join: there is no account to play with."""


@dataclass(frozen=True, slots=True)
class MakerFacts:
    """Who offers to play."""

    name: str
    zone: str
    rating: RatingFacts
    reliability: Reliability


@dataclass(frozen=True, slots=True)
class SeekFacts:
    """A seek as one reader finds it."""

    uid: str
    game: str
    options: Mapping[str, str]
    time_control: str
    rated: bool
    onlookers: str
    side: int | None
    low: int | None
    high: int | None
    audience: str
    state: str
    is_quick: bool
    created_at: datetime
    expires_at: datetime
    bot_at: datetime | None
    bot_level: str
    """Of the bot that will join, told to the maker; "" for people only."""
    maker: MakerFacts
    is_own: bool
    why_not: str
    """The code of what keeps the reader from taking it; "" if nothing does."""
    match_uid: str
    """The match that came of it, told to its players."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the lobby is narrowed and sorted."""

    game: str = ""
    pace: str = ""
    rated: str = ""
    """yes, no or "" for both"""
    joinable: bool = False
    sort: str = "newest"


def open_seeks() -> QuerySet[Seek]:
    """The seeks that stand, with their makers, whose accounts are open."""
    standing = Seek.objects.filter(state=Seek.State.OPEN, user__is_active=True)
    return standing.select_related("user")


def company_of(user_ids: Collection[int], now: datetime) -> Company:
    """What these people are to each other, in three queries."""
    return Company(
        ratings_of(user_ids, now),
        pairs_apart(user_ids, Kind.PAIRING),
        pairs_following(user_ids),
    )


def partners_of(seek: Seek, now: datetime) -> list[Seek]:
    """The open seeks that fit *seek*, the newest first.

    Those that cannot fit by their clock, or by the ratings they are for, are not read.
    """
    others = open_seeks().filter(_may_fit(seek, now), game=seek.game, expires_at__gt=now)
    found = list(others.exclude(user=seek.user).order_by("-created_at", "-pk")[:MOST_TRIED])
    if not found:
        return []
    company = company_of({seek.user_id, *(other.user_id for other in found)}, now)
    return [other for other in found if fit(seek, other, company)]


def _may_fit(seek: Seek, now: datetime) -> Q:
    """The seeks whose terms and ratings may go with those of *seek*."""
    pool = pool_of(seek.game, seek.time_control)
    mine = ratings_of({seek.user_id}, now, pool=pool).get((seek.user_id, pool)) or newcomer(pool)
    is_for_me = (Q(low=None) | Q(low__lte=mine.rating)) & (Q(high=None) | Q(high__gte=mine.rating))
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


def lobby_seeks(user: User | None, wanted: Wanted, now: datetime) -> list[SeekFacts]:
    """The open seeks of others that *user* may know of, narrowed and sorted as *wanted*.

    A fixed number of queries, however many there are.
    """
    rows = open_seeks().filter(expires_at__gt=now)
    if user is not None:
        rows = rows.exclude(user=user).exclude(user_id__in=kept_apart(user.pk, Kind.PAIRING))
    if wanted.game:
        rows = rows.filter(game=wanted.game)
    if wanted.rated:
        rows = rows.filter(rated=wanted.rated == "yes")
    facts = facts_of(rows.order_by("-created_at", "-pk")[:MOST_SHOWN], user, now)
    if wanted.pace:
        pools = [pool_of(fact.game, fact.time_control) for fact in facts]
        facts = [f for f, pool in zip(facts, pools, strict=True) if pool.pace == wanted.pace]
    if wanted.joinable:
        facts = [fact for fact in facts if not fact.why_not]
    return _sorted(facts, wanted.sort)


def _sorted(facts: list[SeekFacts], sort: str) -> list[SeekFacts]:
    if sort == "rating":
        return sorted(facts, key=lambda fact: -fact.maker.rating.rating)
    if sort == "time":
        return sorted(facts, key=lambda fact: (fact.time_control, -fact.created_at.timestamp()))
    return facts


def own_seeks(user: User, now: datetime) -> list[SeekFacts]:
    """The user's own open seeks, newest first."""
    return facts_of(open_seeks().filter(user=user).order_by("-created_at", "-pk"), user, now)


def seeks_open(user_id: int) -> int:
    """How many seeks of the user stand."""
    return Seek.objects.filter(user_id=user_id, state=Seek.State.OPEN).count()


def seek_for(uid: str, user: User | None, now: datetime) -> SeekFacts | None:
    """One seek, open or not; None if there is none that the reader may know of."""
    rows = Seek.objects.filter(uid=uid, user__is_active=True).select_related("user", "match")
    if user is not None:
        rows = rows.exclude(user_id__in=kept_apart(user.pk, Kind.PAIRING))
    return next(iter(facts_of(rows, user, now)), None)


def usual_terms(user: User) -> list[Seek]:
    """The user's last seeks with terms of their own each, at most three: "my usual match"."""
    found: dict[tuple[object, ...], Seek] = {}
    for seek in Seek.objects.filter(user=user, is_quick=False).order_by("-created_at", "-pk")[:20]:
        options = tuple(sorted(seek.options.items()))
        found.setdefault(
            (seek.game, options, seek.time_control, seek.rated, seek.side, seek.onlookers), seek
        )
    return list(found.values())[:3]


def own_seek(uid: str, user: User) -> Seek | None:
    """The user's own seek of that id, in whatever state."""
    return Seek.objects.filter(uid=uid, user=user).first()


def facts_of(rows: Iterable[Seek], user: User | None, now: datetime) -> list[SeekFacts]:
    """The seeks as *user* finds them."""
    seeks = list(rows)
    makers = {seek.user_id for seek in seeks}
    company = company_of(makers | ({user.pk} if user else set()), now)
    reliability = reliability_of(makers)
    full = _why_full(user)
    return [
        _facts(seek, user, company, reliability.get(seek.user_id, NEVER_ASKED), full, now)
        for seek in seeks
    ]


def _why_full(user: User | None) -> str:
    """The code of why the user can join nothing at all; "" if there is none."""
    if user is None:
        return SIGN_IN
    try:
        check_may_begin(user)
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
    rating = company.rating(seek.user_id, pool_of(seek.game, seek.time_control))
    return SeekFacts(
        uid=seek.uid,
        game=seek.game,
        options=seek.options,
        time_control=seek.time_control,
        rated=seek.rated,
        onlookers=seek.onlookers,
        side=seek.side,
        low=seek.low,
        high=seek.high,
        audience=seek.audience,
        state=seek.state,
        is_quick=seek.is_quick,
        created_at=seek.created_at,
        expires_at=seek.expires_at,
        bot_at=seek.bot_at,
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
