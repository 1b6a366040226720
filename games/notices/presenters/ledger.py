"""What was sent to a person, when, by which channel, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.common.dates import moment_text
from games.notices.models import Delivery, Notice
from games.notices.presenters.lines import notice_sentence


@dataclass(frozen=True, slots=True)
class Sent:
    """One notice: what it said, and what became of it by each channel."""

    pk: int
    made_at: datetime
    text: str
    ways: tuple[str, ...]


def present_sent(notice: Notice) -> Sent:
    """A notice as its reader finds it in the ledger."""
    return Sent(notice.pk, notice.made_at, notice_sentence(notice), ways_of(notice))


def ways_of(notice: Notice) -> tuple[str, ...]:
    """What became of a notice by each way: its reader and the moderators read the same."""
    ways = tuple(_delivery_text(one) for one in notice.deliveries.all())
    return ways if notice.kind == Notice.Kind.LETTER else (_bell_text(notice), *ways)


def _bell_text(notice: Notice) -> str:
    if notice.read_at is not None:
        return _("Site: seen %(moment)s") % {"moment": moment_text(notice.read_at)}
    if notice.rings:
        return _("Bell: not looked at yet")
    return _("Bell: switched off")


def _delivery_text(delivery: Delivery) -> str:
    """What came of a delivery, with when, and what the other side said."""
    channel = delivery.channel_label
    at = delivery.settled_at or delivery.due_at
    told = {"channel": channel, "moment": moment_text(at), "detail": delivery.detail}
    told["what"] = _outcomes().get(delivery.outcome, "")
    if delivery.settled_at is None:
        if delivery.detail:
            return _("%(channel)s: tried again %(moment)s (%(detail)s)") % told
        return _("%(channel)s: waits until %(moment)s") % told
    if delivery.detail:
        return _("%(channel)s: %(what)s %(moment)s (%(detail)s)") % told
    return _("%(channel)s: %(what)s %(moment)s") % told


def _outcomes() -> dict[str, str]:
    return {
        Delivery.Outcome.SENT: _("accepted"),
        Delivery.Outcome.SEEN: _("not needed, seen on the site"),
        Delivery.Outcome.NOT_WANTED: _("not needed any more"),
        Delivery.Outcome.FAILED: _("not delivered"),
    }
