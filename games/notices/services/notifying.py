"""Writing notices and what is to be sent of them. Sending is `games.notices.services.post`'s."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import connection

from games.common import dispatch, live
from games.match.changes.followers import Change, Kind
from games.notices.choices import OWED, QUEUED, wants
from games.notices.events import WORDINGS, Channel
from games.notices.models import Delivery, Notice
from games.notices.services.allowance import next_look
from games.notices.services.presence import is_present
from games.notices.services.timing import due_at
from queues import leases
from queues.prepared import PreparedInsert

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match, Player

NoticeKind = Notice.Kind

QUIET = timedelta(seconds=30)
"""Within this a page that is looked at has shown its news and said so, by polling too."""

KINDS = {
    Kind.BEGAN: Notice.Kind.MATCH_BEGAN,
    Kind.TURN: Notice.Kind.YOUR_TURN,
    Kind.PLACED_BY_HOUSE: Notice.Kind.PLACED_BY_HOUSE,
    Kind.DRAW_OFFERED: Notice.Kind.DRAW_OFFERED,
    Kind.REMATCH_OFFERED: Notice.Kind.REMATCH_OFFERED,
    Kind.REMATCH_DECLINED: Notice.Kind.REMATCH_DECLINED,
    Kind.OVER: Notice.Kind.MATCH_OVER,
    Kind.CANCELLED: Notice.Kind.MATCH_CANCELLED,
    Kind.EXCUSED: Notice.Kind.EXCUSED_BEGAN,
    Kind.CLAIMABLE: Notice.Kind.CLAIMABLE,
    Kind.TIME_GIVEN: Notice.Kind.TIME_GIVEN,
    Kind.PAUSE_ASKED: Notice.Kind.PAUSE_ASKED,
    Kind.PAUSED: Notice.Kind.PAUSED,
    Kind.GOES_ON: Notice.Kind.GOES_ON,
    Kind.PLAY_ON_ASKED: Notice.Kind.PLAY_ON_ASKED,
    Kind.TAKEBACK_ASKED: Notice.Kind.TAKEBACK_ASKED,
    Kind.RULED: Notice.Kind.RULED,
}
"""What the players concerned are told of a change; of the others they are told nothing."""


OF_PLAY = (NoticeKind.YOUR_TURN, NoticeKind.SPOKEN)
"""What is no news from a board that its player has muted; that the time runs out still is."""


def notify_players(change: Change) -> None:
    """Put the news of *change* on the bells of those concerned and, where chosen, in the outbox.

    Whoever has just acted has seen all there was to read about the match.
    """
    people = [player for player in change.concerned if player.user_id is not None]
    if change.kind == Kind.LOOKED:
        for player in people:
            assert player.user_id is not None
            mark_read(player.user_id, change.match, change.now)
    elif change.kind == Kind.TURN and change.match.frozen_at is not None:
        return  # it is nobody's turn before it goes on
    elif change.kind in KINDS:
        for player in people:
            notify(change.match, player, KINDS[change.kind], _subject(change), change.now)


def _subject(change: Change) -> str:
    """Return what the news is about: the same is told once, however often it happens."""
    if change.kind == Kind.TURN and change.match.is_setting_up:
        return Notice.SET_UP
    if change.kind in (Kind.TURN, Kind.DRAW_OFFERED):
        return change.now.isoformat()
    if change.kind == Kind.RULED:
        return f"{change.subject} {change.now:%Y%m%dT%H%M%S.%f}"
    return change.subject


_add_notice = PreparedInsert(
    Notice,
    unique=["user", "match", "kind", "subject"],
    update=["kind"],  # what was told before stays as it is, and its key comes back
)


def notify(match: Match, player: Player, kind: str, subject: str, now: datetime) -> None:
    """Put a notice on the player's bell and, where chosen, into the outbox.

    *subject* says what it is about (this turn, this offer): the same news is told once, however
    often this is called. Whoever is at the board sees it there: it waits QUIET for their page to
    say so, and rings only if it does not. The caller holds the match and announces the desks.
    """
    assert player.user_id is not None
    news = Notice(user_id=player.user_id, match=match, kind=kind, subject=subject, made_at=now)
    is_muted = player.desk_mark == player.DeskMark.MUTE and kind in OF_PLAY
    news.rings = not is_muted and (player.user is None or wants(player.user, kind, Channel.BELL))
    if kind == NoticeKind.YOUR_TURN and player.deadline is not None:
        news.warn_at = next_look(match, player, now)
    if is_present(match.uid, player.user_id):
        news.quiet_until = now + QUIET
    _add_notice(news)
    if player.user is not None:
        ways = (Channel.PROGRAM,) if is_muted else OWED
        _queue([news], {player.user_id: player.user}, now, ways)


def notify_of_talk(match: Match, players: Iterable[Player], now: datetime) -> None:
    """Tell *players* that something was said to them at the board, until they look there.

    Whoever is at the board reads it there; who has been told and has not looked is not told again.
    """
    away = {
        player.user_id: player
        for player in players
        if player.user_id is not None and not is_present(match.uid, player.user_id)
    }
    notices = Notice.objects.filter(
        user__in=away, match=match, kind=NoticeKind.SPOKEN, read_at=None
    ).values_list("user_id", flat=True)
    for user_id in away.keys() - set(notices):
        notify(match, away[user_id], NoticeKind.SPOKEN, now.isoformat(), now)
        live.announce_desk(user_id)


def tell(
    *, user: User, kind: str, person: User | None, game: str = "", subject: str, now: datetime
) -> None:
    """Put news on the user's bell that belongs to no match; once for each *subject*.

    The caller's transaction holds it.
    """
    assert WORDINGS[NoticeKind(kind)].page, f"{kind} has no page in games.notices.events"
    about = {"kind": kind, "person": person, "game": game, "subject": subject}
    if not Notice.objects.filter(user=user, kind=kind, subject=subject, match=None).exists():
        rings = wants(user, kind, Channel.BELL)
        news = Notice.objects.create(user=user, **about, made_at=now, rings=rings)
        _queue([news], {user.pk: user}, now)
        live.announce_desk(user.pk)


def tell_of_message(*, user: User, person: User, subject: str, now: datetime) -> None:
    """Tell the user that the person has written, until the user has looked there."""
    waiting = Notice.objects.filter(user=user, person=person, kind=NoticeKind.MESSAGE, read_at=None)
    if not waiting.exists():
        tell(user=user, kind=NoticeKind.MESSAGE, person=person, subject=subject, now=now)


def mark_messages_read(user_id: int, person_id: int, now: datetime) -> None:
    """Mark what the user was told of messages of the person as read."""
    own = Notice.objects.filter(user_id=user_id, person_id=person_id, kind=NoticeKind.MESSAGE)
    if own.filter(read_at=None).update(read_at=now):
        live.announce_desk(user_id)


def tell_many(
    *,
    user_ids: Iterable[int],
    kind: str,
    person: User | None,
    game: str,
    subject: str,
    now: datetime,
) -> None:
    """`tell` for many, in one statement: who was told that *subject* before is not told again."""
    assert WORDINGS[NoticeKind(kind)].page, f"{kind} has no page in games.notices.events"
    users = get_user_model().objects.in_bulk(list(user_ids))
    about = {"kind": kind, "person": person, "game": game, "subject": subject}
    notified = set(
        Notice.objects.filter(user__in=users, kind=kind, subject=subject, match=None).values_list(
            "user_id", flat=True
        )
    )
    Notice.objects.bulk_create(
        [
            Notice(user=user, **about, made_at=now, rings=wants(user, kind, Channel.BELL))
            for user in users.values()
            if user.pk not in notified
        ],
        ignore_conflicts=True,
    )
    if any(wants(user, kind, channel) for user in users.values() for channel in QUEUED):
        same = Notice.objects.filter(user__in=users, kind=kind, subject=subject, match=None)
        _queue([notice for notice in same if notice.user_id not in notified], users, now)
    live.announce_desks(users.keys() - notified)


def mark_subject_read(user_id: int, subject: str, now: datetime) -> None:
    """Mark what was told of *subject* as read. The caller's transaction holds it."""
    unread = Notice.objects.filter(user_id=user_id, subject=subject, match=None, read_at=None)
    if unread.update(read_at=now):
        live.announce_desk(user_id)


def _queue(
    notices: Sequence[Notice],
    users: Mapping[int, User],
    now: datetime,
    ways: Iterable[Channel] = QUEUED,
) -> None:
    """Put *notices* into the outbox, a row for each of the channels by which its user wants it."""
    owed = [
        Delivery(
            notice=notice,
            reader_id=notice.user_id,
            channel=channel,
            due_at=due,
            hinted_until=leases.first_hint(due),
        )
        for notice in notices
        for channel in ways
        if wants(users[notice.user_id], notice.kind, channel)
        for due in [due_at(users[notice.user_id], notice, channel, now)]
    ]
    if not owed:
        return
    Delivery.objects.bulk_create(
        owed,
        update_conflicts=True,  # likewise: one that is owed or settled stays
        unique_fields=["notice", "channel"],
        update_fields=["channel"],
    )
    for delivery in owed:
        if delivery.due_at <= now:
            dispatch.after_commit("games.deliver", delivery_id=delivery.pk)


def mark_read(user_id: int, match: Match, now: datetime) -> int:
    """Mark the user's notices about *match* as read; how many there were.

    What was seen on the site is not sent by mail any more: the outbox looks
    at ``read_at`` when its time comes. The caller announces the desk.
    """
    with connection.cursor() as cursor:
        cursor.execute(_READ, [connection.ops.adapt_datetimefield_value(now), user_id, match.pk])
        return int(cursor.rowcount)


# Django takes three times as long to put it together as the database to do it, on every turn
_READ = """UPDATE notices_notice SET read_at = %s
WHERE user_id = %s AND match_id = %s AND read_at IS NULL"""


def mark_all_read(user_id: int, now: datetime) -> None:
    """Empty the bell: every notice of the user counts as read."""
    Notice.objects.filter(user_id=user_id, read_at__isnull=True).update(
        read_at=now, read_in_bell=True
    )
    live.announce_desk(user_id)


def mark_line_read(notice: Notice, now: datetime) -> None:
    """Mark a line of the bell as read, with all that was told of the match it is about."""
    unread = Notice.objects.filter(user_id=notice.user_id, read_at=None)
    line = unread.filter(match=notice.match_id) if notice.match_id else unread.filter(pk=notice.pk)
    if line.update(read_at=now, read_in_bell=True):
        live.announce_desk(notice.user_id)


def move_notices(from_id: int, to_id: int) -> None:
    """Give the notices of one user to another, but of matches about which that one was told."""
    notices = Notice.objects.filter(user_id=to_id).values("match")
    moved = Notice.objects.filter(user_id=from_id).exclude(match__in=notices)
    Delivery.objects.filter(notice__in=moved, settled_at=None).update(reader_id=to_id)
    moved.update(user_id=to_id)
