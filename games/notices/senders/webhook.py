"""By the user's own webhook: the line of the bell, and where it leads."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone, translation

from games.endpoints.services import webhooks
from games.notices.choices import set_reachable
from games.notices.events import Channel, Kind
from games.notices.models import Delivery
from games.notices.presenters.lines import notice_sentence, notice_url
from games.notices.services import notifying
from games.notices.services.post import Came


def send(delivery: Delivery) -> Came:
    """Post it; after too many failures the webhook is off, and its owner is told."""
    now, user = timezone.now(), delivery.notice.user
    posted = webhooks.post_news(user.pk, news_of(delivery), now)
    if posted is None:
        return Came(Delivery.Outcome.NOT_WANTED, "switched off")
    if posted.is_stopped:
        set_reachable(user.pk, Channel.WEBHOOK, is_there=False)
        notifying.tell(
            user=user,
            kind=Kind.WEBHOOK_STOPPED,
            person=None,
            subject=now.isoformat(),
            now=now,
        )
        return Came(Delivery.Outcome.FAILED, posted.detail)
    if posted.is_taken:
        return Came(Delivery.Outcome.SENT, posted.detail)
    return Came("", posted.detail, after=PAUSES.get(delivery.tries + 1))


PAUSES = {1: timedelta(minutes=1), 2: timedelta(minutes=30)}
"""After the first failure, and after the second."""


def news_of(delivery: Delivery) -> webhooks.News:
    """Return what a webhook is told: no more than a mail says."""
    notice = delivery.notice
    with translation.override(user_language(delivery)):
        text = notice_sentence(notice)
    return webhooks.News(
        name=delivery.name,
        kind=notice.kind,
        text=text,
        url=settings.SITE_URL + notice_url(notice),
        made_at=notice.made_at,
    )


def user_language(delivery: Delivery) -> str:
    """In which language its owner reads."""
    return delivery.notice.user.language or settings.LANGUAGE_CODE
