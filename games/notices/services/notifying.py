"""Writing notices and what is to be sent of them. Sending is `games.notices.services.post`'s."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import connection

from games.common import dispatch, live
from games.match.followers import Change, Kind
from games.notices.models import Delivery, Notice
from games.notices.services.presence import is_present
from queues import leases

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
    Kind.RULED: Notice.Kind.RULED,
}
"""What the players concerned are told of a change; of the others they are told nothing."""


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
    """What the news is about: the same is told once, however often it happens."""
    if change.kind == Kind.TURN and change.match.is_setting_up:
        return Notice.SET_UP
    if change.kind in (Kind.TURN, Kind.DRAW_OFFERED):
        return change.now.isoformat()
    if change.kind == Kind.RULED:
        return f"{change.subject} {change.now:%Y%m%dT%H%M%S.%f}"
    return change.subject


def notify(match: Match, player: Player, kind: str, subject: str, now: datetime) -> None:
    """Put a notice on the player's bell and, where chosen, into the outbox.

    *subject* says what it is about (this turn, this offer): the same news is told once, however
    often this is called. Whoever is at the board sees it there: it waits QUIET for their page to
    say so, and rings only if it does not. The caller holds the match and announces the desks.
    """
    assert player.user_id is not None
    news = Notice(user_id=player.user_id, match=match, kind=kind, subject=subject, made_at=now)
    if is_present(match.uid, player.user_id):
        news.quiet_until = now + QUIET
    Notice.objects.bulk_create(
        [news],
        update_conflicts=True,  # what was told before stays as it is, and its key comes back
        unique_fields=["user", "match", "kind", "subject"],
        update_fields=["kind"],
    )
    _queue_mail(news, player, now)


def tell(
    *, user: User, kind: str, person: User | None, game: str = "", subject: str, now: datetime
) -> None:
    """Put news on the user's bell that belongs to no match; once for each *subject*.

    The caller's transaction holds it.
    """
    about = {"kind": kind, "person": person, "game": game, "subject": subject}
    if not Notice.objects.filter(user=user, kind=kind, subject=subject, match=None).exists():
        Notice.objects.create(user=user, **about, made_at=now)
        live.announce_desk(user.pk)


def tell_many(
    *, user_ids: Iterable[int], kind: str, person: User, game: str, subject: str, now: datetime
) -> None:
    """`tell` for many, in one statement: who was told that *subject* before is not told again."""
    told = list(user_ids)
    Notice.objects.bulk_create(
        [
            Notice(
                user_id=user_id, kind=kind, person=person, game=game, subject=subject, made_at=now
            )
            for user_id in told
        ],
        ignore_conflicts=True,
    )
    live.announce_desks(told)


def mark_subject_read(user_id: int, subject: str, now: datetime) -> None:
    """Mark what was told of *subject* as read. The caller's transaction holds it."""
    unread = Notice.objects.filter(user_id=user_id, subject=subject, match=None, read_at=None)
    if unread.update(read_at=now):
        live.announce_desk(user_id)


MAIL_SWITCHES: dict[str, str] = {
    Notice.Kind.YOUR_TURN: "mail_your_turn",
    Notice.Kind.MATCH_OVER: "mail_match_over",
}
"""The kinds that also go by e-mail, each with the user's switch for it."""


def wants_mail(user: User, kind: str) -> bool:
    """Whether news of this kind goes to the user by e-mail: to a confirmed address, if chosen."""
    switch = MAIL_SWITCHES.get(kind)
    return bool(switch and user.is_active and user.email and getattr(user, switch))


def _queue_mail(notice: Notice, player: Player, now: datetime) -> None:
    user = player.user
    if user is None or not wants_mail(user, notice.kind):
        return
    due = max(now + timedelta(minutes=user.mail_wait_minutes), notice.quiet_until or now)
    delivery = Delivery(
        notice=notice, channel="mail", due_at=due, hinted_until=leases.first_hint(due)
    )
    Delivery.objects.bulk_create(
        [delivery],
        update_conflicts=True,  # likewise: one that is owed or settled stays
        unique_fields=["notice", "channel"],
        update_fields=["channel"],
    )
    if due <= now:
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
    Notice.objects.filter(user_id=user_id, read_at__isnull=True).update(read_at=now)
    live.announce_desk(user_id)


def mark_line_read(notice: Notice, now: datetime) -> None:
    """Mark one line of the bell as read."""
    if Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=now):
        live.announce_desk(notice.user_id)


def move_notices(from_id: int, to_id: int) -> None:
    """Give the notices of one user to another, but of matches about which that one was told."""
    told = Notice.objects.filter(user_id=to_id).values("match")
    Notice.objects.filter(user_id=from_id).exclude(match__in=told).update(user_id=to_id)
