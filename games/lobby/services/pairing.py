"""Bringing those who seek together: one short transaction a pair, under the locks of its rows."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.common import live
from games.common.exceptions import GamesError
from games.lobby.exceptions import SeekGone
from games.lobby.fitting import check_takes, fit
from games.lobby.models import Seek
from games.lobby.selectors.bots import nearest_bot
from games.lobby.selectors.seeks import company_of, open_seeks, partners_of, partners_of_each
from games.lobby.services.series import are_at_it, open_next
from games.match.reading.selectors import seats_held
from games.match.terms import opening
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match

logger = logging.getLogger(__name__)


def take_seek(*, uid: str, user: User, now: datetime) -> Match:
    """Take somebody's seek: the match begins. Taken twice by one person, it is one match.

    Raises SeekGone, OwnSeek, GuestsSeekNot, ForFollowedOnly, OutsideBand, SeekerHasNoRoom or
    TooManyMatches; then nothing has changed.
    """
    with writing():
        seek = _locked().filter(uid=uid).first()
        if seek is None or seek.is_anonymous:
            raise SeekGone
        if seek.match is not None and seek.match.players.filter(user=user).exists():
            return seek.match
        check_takes(seek, user, company_of({user.pk, seek.user_id}, now))
        if _has_left(user.pk, seek):
            raise SeekGone
        if seek.state != Seek.State.OPEN or seek.expires_at <= now:
            raise SeekGone
        if opening.is_gone(seek.user, rated=seek.rated):
            raise SeekGone
        return _begin([seek], seek.user, user, seek.terms, present=user, now=now)


def pair_seek(*, seek_id: int, now: datetime, present: User | None = None) -> Match | None:
    """Pair the seek with the one that fits it and has waited longest; None if there is none.

    *present* looks on, and need not be told.
    """
    seek = open_seeks(now).filter(pk=seek_id).first()
    if seek is None:
        return None
    Seek.objects.filter(pk=seek_id).update(tried_at=now)
    found = _pair_with_first(seek, partners_of(seek, now), present, now)
    return None if found is None else found[0]


def pair_seeks(*, seek_ids: Sequence[int], now: datetime) -> int:
    """`pair_seek` of many, which reads once for all of them; how many matches began."""
    tried = list(open_seeks(now).filter(pk__in=seek_ids).order_by("pk"))
    if not tried:
        return 0
    Seek.objects.filter(pk__in=[seek.pk for seek in tried]).update(tried_at=now)
    partners, gone = partners_of_each(tried, now), set[int]()
    for seek in tried:
        if seek.pk in gone:
            continue
        free = (partner for partner in partners(seek) if partner.pk not in gone)
        try:
            found = _pair_with_first(seek, free, None, now)
        except Exception:  # one that makes trouble must not keep the others from their turn
            logger.exception("seek %d could not be paired", seek.pk)
            continue
        if found is not None:
            gone |= {seek.pk, found[1].pk}
    return len(gone) // 2


def _pair_with_first(
    seek: Seek, partners: Iterable[Seek], present: User | None, now: datetime
) -> tuple[Match, Seek] | None:
    """The match with the first of the partners that still stands, and which that is."""
    for partner in partners:
        match = _pair(sorted([seek.pk, partner.pk]), present, now)
        if match is not None:
            return match, partner
    return None


def _pair(keys: Sequence[int], present: User | None, now: datetime) -> Match | None:
    """Begin the match of two seeks, if both still stand and still fit."""
    with writing():
        rows = list(_locked().filter(pk__in=keys, state=Seek.State.OPEN).order_by("pk"))
        if len(rows) < 2 or any(row.expires_at <= now for row in rows):
            return None
        if not fit(rows[0], rows[1], company_of({row.user_id for row in rows}, now)):
            return None
        if _has_left(rows[1].user_id, rows[0]) or _has_left(rows[0].user_id, rows[1]):
            return None
        if are_at_it(*rows):
            return None
        # whoever takes what there is plays by the other's terms
        first, second = sorted(rows, key=lambda row: (row.is_quick, row.created_at, row.pk))
        try:
            terms = _joint_terms(first, second)
            return _begin(rows, first.user, second.user, terms, present=present, now=now)
        except GamesError:  # one of them has no room just now: nothing was written
            return None


def _has_left(user_id: int, seek: Seek) -> bool:
    """Whether *seek* stands again because that user has left the match it had led to."""
    return bool(seek.left_uid) and (seek.left_uid, user_id) in seats_held([seek.left_uid])


def _joint_terms(first: Seek, second: Seek) -> opening.Terms:
    """The first's terms, with the side that the second leaves it and the options it asks for."""
    terms = first.terms
    side = 1 - second.side if terms.side is None and second.side is not None else terms.side
    return replace(terms, side=side, options={**second.options, **first.options})


def _begin(
    seeks: Sequence[Seek],
    maker: User,
    taker: User,
    terms: opening.Terms,
    *,
    present: User | None,
    now: datetime,
) -> Match:
    match = begin_between(maker, taker, terms, present=present, now=now)
    for seek in seeks:
        _keep_match(seek, match, now)
    live.announce_lobby()
    return match


def _keep_match(seek: Seek, match: Match, now: datetime) -> None:
    seek.state, seek.match = Seek.State.PAIRED, match
    seek.save(update_fields=["state", "match"])
    open_next(seek, now)


def begin_between(
    maker: User, taker: User, terms: opening.Terms, *, present: User | None, now: datetime
) -> Match:
    """Begin a match by the maker's terms; whoever is not *present* is told.

    Raises TooManyMatches for the one who is present, SeekerHasNoRoom for the other.
    """
    side = secrets.randbelow(2) if terms.side is None else terms.side
    seats = [maker, taker] if side == 0 else [taker, maker]
    absent = [user for user in seats if present is None or user.pk != present.pk]
    return opening.create_pairing(seats=seats, terms=terms, absent=absent, now=now)


def seat_bot(*, seek_id: int, now: datetime) -> Match | None:
    """Let a house bot take a seek whose maker has waited long enough; None if it is gone."""
    with writing():
        seek = _locked().filter(pk=seek_id, state=Seek.State.OPEN, bot_at__lte=now).first()
        if seek is None:
            return None
        clock = seek.time_control.partition(".")[0]  # a bot needs no time off
        terms = opening.Terms(seek.game, clock, seek.side, options=seek.options)
        level = nearest_bot(seek.user_id, seek.game, clock, now)
        match = opening.create_bot_match(user=seek.user, terms=terms, level=level, now=now)
        _keep_match(seek, match, now)
        live.announce_lobby()
        live.announce_desk(seek.user_id)
    return match


def _locked() -> QuerySet[Seek]:
    rows = Seek.objects.select_related("user", "match")
    return rows.select_for_update(of=("self",), no_key=True)
