"""Writing notices and what is to be sent of them. Sending is `games.services.post`'s."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games import dispatch, live
from games.models import Delivery, Match, Notice, Player

if TYPE_CHECKING:
    from accounts.models import User

LEASE = timedelta(seconds=3)


def tell(match: Match, player: Player, kind: str, *, subject: str, now: datetime) -> None:
    """Put a notice on the player's bell and, where chosen, into the outbox.

    Bots read no notices. *subject* says what it is about (this turn, this
    offer): the same news is told once, however often this is called. The caller
    holds the match and announces the desks.
    """
    if player.user_id is None:
        return
    news = {"user_id": player.user_id, "match": match, "kind": kind, "subject": subject}
    if not Notice.objects.filter(**news).exists():
        _queue_mail(Notice.objects.create(**news, made_at=now), player, now)


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
    due = now + timedelta(minutes=user.mail_wait_minutes)
    delivery = Delivery.objects.create(
        notice=notice, channel="mail", due_at=due, hinted_until=due + LEASE
    )
    if due <= now:
        dispatch.after_commit("games.deliver", delivery_id=delivery.pk)


def settle_seen(user_id: int, match: Match, now: datetime) -> int:
    """Mark the user's notices about *match* as read; how many there were.

    What was seen on the site is not sent by mail any more: the outbox looks
    at ``read_at`` when its time comes. The caller announces the desk.
    """
    unread = Notice.objects.filter(user_id=user_id, match=match, read_at__isnull=True)
    return unread.update(read_at=now)


def mark_all_read(user_id: int, now: datetime) -> None:
    """Empty the bell: every notice of the user counts as read."""
    Notice.objects.filter(user_id=user_id, read_at__isnull=True).update(read_at=now)
    live.announce_desk(user_id)
