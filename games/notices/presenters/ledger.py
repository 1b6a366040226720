"""What was sent to a person, when, by which channel, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.common.dates import moment_text, time_text
from games.notices.events import Channel
from games.notices.models import Delivery, Notice
from games.notices.presenters.lines import notice_sentence


@dataclass(frozen=True, slots=True)
class Sent:
    """One notice: what it said, and what came of it."""

    pk: int
    made_at: datetime
    text: str
    came: str


def present_sent(notice: Notice) -> Sent:
    """A notice as its reader finds it in the ledger."""
    return Sent(notice.pk, notice.made_at, notice_sentence(notice), what_came_of(notice))


def what_came_of(notice: Notice) -> str:
    """Return what came of a notice by each channel, in one line, in the order in which it happened.

    "mail accepted 09:02 · opened the board 11:40 · push dropped 12:00: endpoint gone". Its reader
    and the moderators read the same; needs ``deliveries``.
    """
    sentences = [(_at(one), _delivery_text(one, notice.made_at)) for one in notice.deliveries.all()]
    if notice.read_at is not None and notice.kind != Notice.Kind.LETTER:
        sentences.append((notice.read_at, _read_text(notice, notice.read_at)))
    texts = [text for _moment, text in sorted(sentences)]
    if notice.read_at is None:
        texts.append(_unread_text(notice))
    return " · ".join(texts)


def _read_text(notice: Notice, read_at: datetime) -> str:
    moment = {"moment": _moment(read_at, notice.made_at)}
    if notice.read_in_bell:
        return _("read in the bell %(moment)s") % moment
    if notice.match_id is None:
        return _("seen on the site %(moment)s") % moment
    return _("opened the board %(moment)s") % moment


def _unread_text(notice: Notice) -> str:
    if notice.match_id is not None:
        return _("board not opened yet")
    return _("not read in the bell yet") if notice.rings else _("bell switched off")


def _moment(at: datetime, made_at: datetime) -> str:
    """Return the time of day alone, where it is the day on which the line says it was made."""
    there = timezone.localtime(at)
    is_same_day = there.date() == timezone.localtime(made_at).date()
    return time_text(there) if is_same_day else moment_text(at)


def _at(delivery: Delivery) -> datetime:
    """Return when it came to its end, or is to be tried."""
    return delivery.settled_at or delivery.due_at


def _delivery_text(delivery: Delivery, made_at: datetime) -> str:
    """Return what came of a delivery, with when, and what the other side said."""
    values = {
        "channel": _channels().get(delivery.channel, delivery.channel_label),
        "moment": _moment(_at(delivery), made_at),
    }
    text = _outcomes()[delivery.outcome if delivery.settled_at else ""] % values
    if not delivery.detail:
        return text
    return _("%(what)s: %(why)s") % {"what": text, "why": _detail(delivery)}


def _channels() -> dict[str, str]:
    """Return the channels within a line."""
    return {
        Channel.MAIL: pgettext("channel, within a line", "mail"),
        Channel.PUSH: pgettext("channel, within a line", "push"),
        Channel.WEBHOOK: pgettext("channel, within a line", "webhook"),
    }


def _outcomes() -> dict[str, str]:
    return {
        "": _("%(channel)s waits until %(moment)s"),
        Delivery.Outcome.SENT: _("%(channel)s accepted %(moment)s"),
        Delivery.Outcome.SEEN: _("%(channel)s not needed any more %(moment)s"),
        Delivery.Outcome.NOT_WANTED: _("%(channel)s not needed any more %(moment)s"),
        Delivery.Outcome.FAILED: _("%(channel)s dropped %(moment)s"),
    }


def _detail(delivery: Delivery) -> str:
    """Return what the other side said, or our own word for it; a number stays what it is."""
    return _own_words().get(delivery.detail, delivery.detail)


def _own_words() -> dict[str, str]:
    return {
        "endpoint gone": _("endpoint gone"),
        "no device": _("no device"),
        "switched off": _("the webhook is off"),
        "name not found": _("address not found"),
        "no connection": _("no connection"),
        "no answer": _("no answer"),
        "address not public": _("address not public"),
    }
