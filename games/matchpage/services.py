"""What a player has looked at, which settles notices and clears the desk; and rematches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from games.common import live
from games.common.exceptions import PersonBlocked
from games.match.changes.ending import note_end_seen
from games.match.changes.permissions import check_seated
from games.match.reading.selectors import match_by_uid, players_of
from games.match.reading.viewers import seat_of
from games.match.reading.visibility import NoSuchMatch
from games.match.status import Status
from games.match.terms import opening, playing_on
from games.notices.services.notifying import mark_read
from games.notices.services.presence import note_present
from games.people.selectors import Kind, has_blocked, is_apart_from_any
from queues.transactions import writing_once

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.common.visitors import Visitor
    from accounts.models import User
    from games.match.models import Match


def see_match(*, uid: str, user: Visitor, now: datetime) -> None:
    """Note that *user* has the board of match *uid* before their eyes.

    Raises Match.DoesNotExist or NotSeated. A tab left open is not a pair of
    eyes: pages call this only after recent input.
    """
    match = match_by_uid(uid)
    players = players_of(match)
    if match.started_at is None and seat_of(user, players) is None:
        raise NoSuchMatch  # for all that strangers may know
    player = check_seated(user, players)
    assert player.user_id is not None
    note_present(uid, player.user_id)
    with writing_once():  # nobody's move waits while we look
        was_unread = mark_read(player.user_id, match, now)
    if was_unread:
        live.announce_desk(player.user_id)
    if match.status in (Status.FINISHED, Status.ABORTED):
        with writing_once():
            note_end_seen(player, now)


Asking = Callable[..., "Match | None"]
"""Asks for another match; the match, once both have."""


def ask_rematch(*, uid: str, user: User | AnonymousUser, now: datetime) -> Match | None:
    """`opening.ask_rematch` for two who are not kept apart; see `_ask`."""
    return _ask(opening.ask_rematch, uid=uid, user=user, now=now)


def ask_to_play_on(*, uid: str, user: User | AnonymousUser, now: datetime) -> Match | None:
    """`playing_on.ask_to_play_on` for two who are not kept apart; see `_ask`."""
    return _ask(playing_on.ask_to_play_on, uid=uid, user=user, now=now)


def _ask(ask: Asking, *, uid: str, user: User | AnonymousUser, now: datetime) -> Match | None:
    """*ask*, unless the two are kept apart from challenges.

    Raises PersonBlocked for whoever has blocked it; a request of the other, who is not told of the
    block, comes to nothing.
    """
    players = list(match_by_uid(uid).players.all())
    if user.is_authenticated and seat_of(user, players) is not None:
        others = [p.user_id for p in players if p.user_id not in (None, user.pk)]
        if any(has_blocked(user.pk, other or 0, Kind.CHALLENGE) for other in others):
            raise PersonBlocked
        if is_apart_from_any(user.pk, [other or 0 for other in others], Kind.CHALLENGE):
            return None
    return ask(uid=uid, user=user, now=now)
