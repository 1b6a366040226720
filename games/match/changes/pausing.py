"""A pause by agreement: no clock of the match runs for up to thirty days; moves can be made.

It is an absence of every seat (`games.match.clocks.timeoff`): it begins and ends by arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.common.visitors import Visitor
from games.common import live
from games.match.changes.adjudicating import renew_deadline
from games.match.changes.followers import Change, Kind, follow
from games.match.changes.locking import seated
from games.match.changes.permissions import check_active, check_can_pause
from games.match.changes.telling import Verb, announce, write
from games.match.clocks.timeoff import ahead, due, start_ahead
from games.match.exceptions import AlreadyOffered, NothingOffered
from games.match.models import Match, Pause, Player
from games.match.referee import Referee

LENGTHS = (1, 3, 7, 14, 30)
"""For how many days a pause can be asked for."""
NOTICE = timedelta(hours=24)
"""After this a pause is over that one side wants to end."""


def ask_pause(*, uid: str, user: Visitor, days: int, now: datetime) -> None:
    """Ask the other side for a pause. Raises NotSeated, MatchNotActive, NothingOffered, or
    AlreadyOffered where one is asked for."""
    with seated(uid, user) as (match, players, player):
        check_can_pause(match, players, now)
        if days not in LENGTHS:
            raise NothingOffered
        match.pause_asked_by, match.pause_days = player.seat, days
        match.save(update_fields=["pause_asked_by", "pause_days"])
        others, subject = _others(players, player), f"{player.seat} {now:%Y-%m-%d}"
        announce(match, players, Kind.PAUSE_ASKED, now, subject=subject, concerned=others)


def accept_pause(*, uid: str, user: Visitor, now: datetime) -> None:
    """Say yes: the pause begins. Raises NotSeated, MatchNotActive or NothingOffered."""
    with seated(uid, user) as (match, players, player):
        check_active(match)
        if match.pause_asked_by in (None, player.seat) or any(one.late for one in players):
            raise NothingOffered
        length = timedelta(days=match.pause_days or 0)
        given = [ahead(match, one, now) for one in players]
        Pause.objects.create(match=match, starts_at=now, ends_at=now + length)
        match.paused_until = now + length
        match.pause_asked_by = match.pause_days = match.resume_asked_by = None
        _save(match, players, given, now)
        write(match, Verb.PAUSE, now, moved=length)
        others = _others(players, player)
        announce(match, players, Kind.PAUSED, now, subject=_moment(now), concerned=others)


def drop_pause(*, uid: str, user: Visitor, now: datetime) -> None:
    """Decline the pause that is asked for, or take one's own request back. Raises like
    `accept_pause`."""
    with seated(uid, user) as (match, players, player):
        check_active(match)
        if match.pause_asked_by is None:
            raise NothingOffered
        match.pause_asked_by = match.pause_days = None
        match.save(update_fields=["pause_asked_by", "pause_days"])
        follow(Change(Kind.LOOKED, match, players, [player], now))
        live.announce_match(match.uid, Referee(match).touch())
        live.announce_desks(one.user_id for one in players)


def go_on(*, uid: str, user: Visitor, now: datetime) -> None:
    """Ask to go on: at once if the other side has asked too, else in 24 hours.

    Raises NotSeated, MatchNotActive, NothingOffered, or AlreadyOffered for one who has asked.
    """
    with seated(uid, user) as (match, players, player):
        check_active(match)
        if match.paused_until is None or match.paused_until <= now:
            raise NothingOffered
        if match.resume_asked_by == player.seat:
            raise AlreadyOffered
        given = [ahead(match, one, now) for one in players]
        is_agreed = match.resume_asked_by is not None
        ends = now if is_agreed else min(match.paused_until, now + NOTICE)
        Pause.objects.filter(match=match, ends_at__gt=now).update(ends_at=ends)
        match.paused_until, match.resume_asked_by = ends, None if is_agreed else player.seat
        _save(match, players, given, now)
        write(match, Verb.GO_ON, now, seat=player.seat)
        others = _others(players, player)
        announce(match, players, Kind.GOES_ON, now, subject=_moment(now), concerned=others)


def _save(
    match: Match, players: Sequence[Player], given: Sequence[timedelta], now: datetime
) -> None:
    """Write the pause, and the deadlines that follow from it with what was *given* and is left."""
    match.save(update_fields=["paused_until", "pause_asked_by", "pause_days", "resume_asked_by"])
    for player, left in zip(players, given, strict=True):
        start_ahead(match, player, left, now)
        player.deadline = due(match, player)
        player.save(update_fields=["deadline", "clock_started_at"])
    renew_deadline(match, players)


def _moment(now: datetime) -> str:
    return f"{now:%Y%m%dT%H%M%S.%f}"


def _others(players: Sequence[Player], player: Player) -> list[Player]:
    return [other for other in players if other.seat != player.seat]
