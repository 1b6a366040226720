"""Opening and withdrawing seeks, and what the sweep does with those that stand."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q

from accounts import switches
from accounts.models import User
from engines.catalogue import meta_for
from games.common import live
from games.common.requests import new_key
from games.lobby.exceptions import (
    AnonymousIsForAnybody,
    BadBand,
    SeekGone,
    TooManySeeks,
)
from games.lobby.fitting import check_seeks, in_band, lasting, pool_of
from games.lobby.models import STANDING, Seek, new_uid
from games.lobby.selectors.seeks import lone_seeks, open_seeks
from games.lobby.services.pairing import pair_seeks, seat_bot
from games.lobby.services.series import open_where_room
from games.match.changes.permissions import check_may_begin
from games.match.exceptions import UnknownTerms
from games.match.onlookers import ANONYMOUS, CLOSED
from games.match.terms import opening
from games.match.terms.opening import Terms
from games.notices.services.notifying import NoticeKind, tell, tell_many
from games.people.selectors import Kind, follower_ids, kept_apart
from games.ratings.selectors import rating_of
from queues.sweeps import each
from queues.transactions import writing

logger = logging.getLogger(__name__)

MOST_OPEN = 10
"""How many seeks a user may have open."""
MOST_A_DAY = 60
DAY = timedelta(days=1)
LONGEST = timedelta(days=30)
MOST_IN_SERIES = 20
"""How many matches one seek leads to, unless it stands until it is withdrawn."""
MOST_AT_ONCE = 10
HIGHEST = 4000
BATCH = 100
AGAIN = timedelta(minutes=1)
"""How long after a search for a partner the sweep looks again: people find room, ratings move."""
POPULATION_WAITS = timedelta(minutes=10)
"""How long a casual seek for anybody waits for a person where bots keep the site alive."""
SOON = timedelta(seconds=3)
"""How long the search right after opening may take before a sweep makes up for it."""


@dataclass(frozen=True, slots=True)
class SeekRequest:
    """The request for a seek."""

    terms: Terms
    """Its key names the request: sent twice, it is one seek."""
    low: int | None = None
    high: int | None = None
    audience: str = Seek.Audience.ANYONE
    lasts: timedelta = timedelta(days=7)
    is_quick: bool = False
    bot_after: timedelta | None = None
    """How long to wait before a house bot takes it; None for people only."""
    matches: int | None = 1
    """How many matches it leads to, at most 20; None as long as it stands."""
    at_once: int = 1
    """How many of them may run at the same time, at most 10."""


def open_seek(*, user: User, asked: SeekRequest, now: datetime) -> Seek:
    """Open a seek, and tell those who follow its maker.

    Raises UnknownTerms, RatedNeedsClock, GuestsSeekNot, BadBand, TooManyMatches or TooManySeeks.
    """
    _check(user, asked, now)
    with writing():
        opening.hold(user)
        key = asked.terms.key or new_key()
        made = Seek.objects.filter(user=user, key=key).first()
        if made is not None:
            return made
        check_may_begin(user, rated=asked.terms.rated)
        opening.check_room(user)
        _check_number(user, now)
        uid = new_uid()
        series = "" if asked.matches == 1 else uid
        fields = {"uid": uid, "series": series, **_fields(asked, now)}
        seek = Seek.objects.create(user=user, key=key, **fields)
        if not asked.is_quick and not seek.is_anonymous:
            _tell_followers(seek, now)
        live.announce_lobby()
    return seek


def _check(user: User, asked: SeekRequest, now: datetime) -> None:
    check_seeks(user)
    _check_terms(user, asked)
    if asked.terms.start:
        raise UnknownTerms
    meta = meta_for(asked.terms.game)
    if len(meta.seats_for(asked.terms.options)) != 2 or not timedelta() < asked.lasts <= LONGEST:
        raise UnknownTerms
    if asked.audience not in Seek.Audience.values:
        raise UnknownTerms
    _check_series(asked)
    pool = pool_of(asked.terms.game, asked.terms.time_control, is_program=user.is_program)
    ends = [end for end in (asked.low, asked.high) if end is not None]
    if any(not 0 <= end <= HIGHEST for end in ends) or ends != sorted(ends):
        raise BadBand
    if ends and not in_band(rating_of(user.pk, pool, now).rating, asked.low, asked.high):
        raise BadBand


def _check_series(asked: SeekRequest) -> None:
    matches = 1 if asked.matches is None else asked.matches
    if not (1 <= matches <= MOST_IN_SERIES and 1 <= asked.at_once <= MOST_AT_ONCE):
        raise UnknownTerms


def _check_terms(user: User, asked: SeekRequest) -> None:
    """Raises as `opening.check_terms`; AnonymousIsForAnybody where one without names would tell
    something of whoever takes it, or count."""
    terms = asked.terms
    if terms.onlookers != ANONYMOUS:
        opening.check_terms(terms)
        return
    opening.check_terms(replace(terms, onlookers=CLOSED))
    is_narrowed = asked.low is not None or asked.high is not None
    is_for_anybody = asked.audience == Seek.Audience.ANYONE and not is_narrowed
    is_for_anybody &= asked.matches == 1
    if terms.rated or user.is_program or asked.is_quick or not is_for_anybody:
        raise AnonymousIsForAnybody


def _check_number(user: User, now: datetime) -> None:
    mine = Seek.objects.filter(user=user)
    today = mine.filter(created_at__gt=now - DAY).count()
    if mine.filter(state__in=STANDING).count() >= MOST_OPEN or today >= MOST_A_DAY:
        raise TooManySeeks


def _fields(asked: SeekRequest, now: datetime) -> dict[str, object]:
    terms = asked.terms
    return {
        "game": terms.game,
        "options": terms.options if asked.is_quick else opening.chosen_options(terms),
        "time_control": terms.time_control,
        "rated": terms.rated,
        "onlookers": terms.onlookers,
        "side": terms.side,
        "low": asked.low,
        "high": asked.high,
        "audience": asked.audience,
        "is_quick": asked.is_quick,
        "further": None if asked.matches is None else asked.matches - 1,
        "at_once": asked.at_once,
        "created_at": now,
        "expires_at": now + lasting(terms.time_control, asked.lasts),
        "bot_at": None if (wait := _wait_for_bot(asked)) is None else now + wait,
    }


def _wait_for_bot(asked: SeekRequest) -> timedelta | None:
    """When a bot takes it: as it asks, or, where bots keep the site alive, what anybody may take
    for nothing."""
    is_for_anybody = asked.audience == Seek.Audience.ANYONE and asked.low is asked.high is None
    if asked.terms.onlookers == ANONYMOUS:
        return None
    is_open = not (asked.is_quick or asked.terms.rated) and is_for_anybody
    if asked.bot_after is None and settings.HOUSE_POPULATION and is_open:
        return POPULATION_WAITS
    return asked.bot_after


def _tell_followers(seek: Seek, now: datetime) -> None:
    """Say it to those who follow the maker, once a day and game."""
    readers = follower_ids(seek.user_id) - kept_apart(seek.user_id, Kind.PAIRING)
    subject = f"{seek.user_id} {seek.game} {now.date()}"
    tell_many(
        user_ids=sorted(readers),
        kind=NoticeKind.SEEKING,
        person=seek.user,
        game=seek.game,
        subject=subject,
        now=now,
    )


def withdraw_seek(*, uid: str, user: User) -> None:
    """Take one's own seek back. Raises SeekGone unless it stands."""
    with writing():
        mine = Seek.objects.filter(uid=uid, user=user, state__in=STANDING)
        if not mine.update(state=Seek.State.WITHDRAWN):
            raise SeekGone
        live.announce_lobby()


# The sweep


def sweep_seeks(*, now: datetime) -> int:
    """Close what has run out, let bots take what has waited, and pair what fits; how many.

    Whatever a lost request or a killed process left undone is found here.
    """
    standing = open_seeks(now)
    past = Seek.objects.filter(state__in=STANDING, expires_at__lte=now)
    waited = standing.filter(bot_at__lte=now)
    if switches.is_on("bots_paused"):
        waited = waited.none()  # a match with a bot that rests is no help
    is_due = Q(tried_at=None, created_at__lte=now - SOON) | Q(tried_at__lte=now - AGAIN)
    untried = standing.filter(is_due).order_by(F("tried_at").asc(nulls_first=True), "pk")
    run_out = list(past.values_list("pk", flat=True)[:BATCH])
    for_bots = list(waited.values_list("pk", flat=True)[:BATCH])
    due = _with_others(list(untried.values_list("pk", flat=True)[:BATCH]), now)
    paired = pair_seeks(seek_ids=due, now=now)
    ended = each(run_out, lambda key: _expire(key, now), what="offer that ran out")
    seated = each(for_bots, lambda key: _seat_bot(key, now), what="bot for the offer")
    waiting = Seek.objects.filter(state=Seek.State.WAITING).order_by("pk")[:BATCH]
    return paired + ended + seated + open_where_room(waiting.values_list("series", flat=True))


def _with_others(seek_ids: Sequence[int], now: datetime) -> list[int]:
    """Those of the seeks that may have a partner; the others have been looked at by that."""
    lone = set(lone_seeks(seek_ids))
    Seek.objects.filter(pk__in=lone).update(tried_at=now)
    return [pk for pk in seek_ids if pk not in lone]


def _seat_bot(seek_id: int, now: datetime) -> bool:
    return seat_bot(seek_id=seek_id, now=now) is not None


def _expire(seek_id: int, now: datetime) -> bool:
    with writing():
        rows = Seek.objects.select_for_update(of=("self",), no_key=True).select_related("user")
        seek = rows.filter(pk=seek_id, state__in=STANDING, expires_at__lte=now).first()
        if seek is None:
            return False
        seek.state = Seek.State.EXPIRED
        seek.save(update_fields=["state"])
        tell(
            user=seek.user,
            kind=NoticeKind.SEEK_EXPIRED,
            person=None,
            game=seek.game,
            subject=seek.uid,
            now=now,
        )
        live.announce_lobby()
    return True
