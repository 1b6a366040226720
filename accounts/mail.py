"""Mails about accounts: written as rows with the change they tell of, sent by a worker.

An unreachable mail server delays a mail and never fails a page.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.common.hooks import hooks
from accounts.common.mails import FoldedMessage
from accounts.common.zones import zone_or_utc
from accounts.models import Letter, User
from queues import leases

logger = logging.getLogger(__name__)

FOR_GOOD = 500
"""Answers of a mail server from here on are not tried again."""

LEASE = timedelta(minutes=2)  # longer than a mail server may take


@contextmanager
def as_read_by(user: User | None) -> Iterator[None]:
    """Inside, texts are in the language and the times in the zone of who will read them."""
    if user is None:
        yield
        return
    with (
        translation.override(user.language or translation.get_language()),
        timezone.override(zone_or_utc(user.time_zone)),
    ):
        yield


def write(template: str, recipient: str, context: dict[str, Any], user: User | None = None) -> None:
    """Renders `<template>_subject.txt` and `<template>_message.txt`, to be sent after commit."""
    now = timezone.now()
    with as_read_by(user):
        full = {"site_url": settings.SITE_URL, "user": user, **context}
        subject = " ".join(render_to_string(f"{template}_subject.txt", full).split())
        text = render_to_string(f"{template}_message.txt", full)
    body = re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
    letter = Letter.objects.create(
        recipient=recipient,
        subject=subject[:200],
        body=body,
        written_at=now,
        due_at=now,
        hinted_until=leases.first_hint(now),
    )
    transaction.on_commit(lambda: _hint(letter.pk))


def tell_of_ended_sign_ins(user: User) -> None:
    """Tells the owner, who may not be the one who ended them."""
    if address := user.mail_reader.email:
        write("account/email/sign_ins_ended", address, {}, user)


def tell_of_token(user: User, name: str) -> None:
    """Tells the owner that a program can act for them now: it may not have been the owner."""
    if user.email:
        write("account/email/token_made", user.email, {"name": name}, user)


def tell_of_vacation(user: User, ends: datetime) -> None:
    """Tells somebody whose clock had run out that a vacation was taken in their place."""
    if address := user.mail_reader.email:
        write("account/email/vacation_taken", address, {"ends": ends}, user)


def oldest_due() -> float:
    """Return how many seconds the mail that waits longest is late."""
    return leases.seconds_late(Letter.objects.all(), now=timezone.now())


def release_letters() -> None:
    """Hand out at once the letters a site that has gone down was sending."""
    leases.release(Letter.objects.all())


def forget_waiting() -> None:
    """Drops all mails that wait: after a restore nobody knows which of them have been sent."""
    Letter.objects.all().delete()


def send_due(now: datetime) -> int:
    """Sends every letter that is due and in nobody's hands; how many went out."""
    return sum(send(pk, now) for pk in leases.lease_hints(Letter.objects.all(), now=now))


def send(letter_id: int, now: datetime) -> bool:
    """Sends one letter, once, unless another worker has it or it was sent."""
    letter = leases.claim(Letter.objects.all(), letter_id, now=now, lease=LEASE)
    if letter is None:
        return False
    try:
        _message(letter).send()
    except SMTPRecipientsRefused as error:
        code, _said = next(iter(error.recipients.values()), (0, b""))
        if code < FOR_GOOD:
            _put_back(letter, now)
            return False
        hooks().address_refused(letter.recipient, f"{code}", now)
        letter.delete()
        return False
    except Exception:
        logger.warning("letter %s could not be sent", letter_id, exc_info=True)
        _put_back(letter, now)
        return False
    hooks().letter_sent(letter.pk, letter.recipient, now)
    letter.delete()
    return True


def _message(letter: Letter) -> FoldedMessage:
    facts = f"{letter.pk} {letter.written_at}"  # a site that was restored gives numbers again
    name = salted_hmac("a letter", facts).hexdigest()[:16]
    headers = {
        "Message-ID": f"<letter-{name}@{settings.MAIL_DOMAIN}>",
        "Auto-Submitted": "auto-generated",
    }
    return FoldedMessage(letter.subject, letter.body, to=[letter.recipient], headers=headers)


def _put_back(letter: Letter, now: datetime) -> None:
    if letter.attempts >= leases.MOST_ATTEMPTS:
        letter.delete()
        return
    due = now + leases.pause_after(letter.attempts)
    letter.due_at = letter.hinted_until = due
    letter.held_until = None
    letter.save(update_fields=["due_at", "hinted_until", "held_until"])


def _hint(letter_id: int) -> None:
    try:
        task = current_app.tasks["accounts.send_letter"]
        task.apply_async(kwargs={"letter_id": letter_id}, retry=False)
    except Exception:
        logger.warning("letter %s waits for the sweep", letter_id, exc_info=True)
