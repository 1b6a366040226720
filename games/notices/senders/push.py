"""By web push: that a board waits, and where. Of a hidden game, nothing else."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from datetime import timedelta

from django.conf import settings
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from engines.catalogue import meta_for
from games.endpoints.services import push
from games.match.reading.selectors import clock_of_user
from games.notices.events import EVENT_OF
from games.notices.models import Delivery, Notice
from games.notices.presenters.lines import notice_sentence, notice_url
from games.notices.services.post import Came
from games.notices.services.reachability import look_for_devices

LONGEST_TEXT = 200
"""Characters: in Japanese three bytes each, and the whole has to fit its fixed size."""


def send(delivery: Delivery) -> Came:
    """Tell every browser of the reader."""
    now, reader = timezone.now(), delivery.notice.user_id
    reached = push.tell_devices(reader, message_of(delivery), now)
    if reached.gone or not (reached.accepted or reached.detail):  # or all went with their sign-ins
        look_for_devices(reader)
    if reached.retry_after is not None:
        after = timedelta(seconds=reached.retry_after) if reached.retry_after else None
        return Came("", reached.detail, after=after)
    if reached.accepted:
        return Came(Delivery.Outcome.SENT, reached.detail)
    return Came(
        Delivery.Outcome.FAILED, "endpoint gone" if reached.gone else reached.detail or "no device"
    )


def message_of(delivery: Delivery) -> push.Message:
    """Return what is pushed of a delivery: always of one size, and of no secret."""
    notice = delivery.notice
    topic = topic_of(notice)
    with translation.override(notice.user.language or settings.LANGUAGE_CODE):
        text = {
            "title": _("Jinya"),
            "text": _text(notice)[:LONGEST_TEXT],
            "url": notice_url(notice),
            "tag": topic,
            "boards": len(delivery.waiting),
        }
    return push.Message(
        number=delivery.pk,
        text=json.dumps(text, ensure_ascii=False).encode(),
        topic=topic,
        urgency="high" if EVENT_OF[notice.kind].is_urgent else "normal",
        lives=_lives(notice),
    )


def topic_of(notice: Notice) -> str:
    """Return what replaces what: news of one event in one match, or for want of one of one subject.

    A warning of the clock says again that the board waits, so it replaces what said it first.
    """
    about = notice.match_id or f"{notice.person_id} {notice.subject}"
    event = EVENT_OF[notice.kind].slug
    name = f"{notice.user_id} {about} {'turn' if event == 'clock' else event}"
    digest = salted_hmac("games.notices.push", name, algorithm="sha256").digest()
    return urlsafe_b64encode(digest)[:32].decode()


def _text(notice: Notice) -> str:
    if EVENT_OF[notice.kind].slug in ("turn", "clock"):
        return _("A board waits for you.")
    if notice.match is not None and meta_for(notice.match.game).hides_information:
        return _("There is news at one of your boards.")
    return notice_sentence(notice)


def _lives(notice: Notice) -> timedelta:
    """How long a push service may keep it for a device that is off: to the deadline at most."""
    now = timezone.now()
    clock = clock_of_user(notice.match, notice.user_id, now) if notice.match else None
    return clock.deadline - now if clock else push.LONGEST
