from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from accounts import mail, retention


@shared_task(name="accounts.send_letter")
def send_letter(letter_id: int) -> None:
    mail.send(letter_id, timezone.now())


@shared_task(name="accounts.sweep_letters")
def sweep_letters() -> None:
    """Sends what a lost hint or a dead mail server left behind."""
    mail.send_due(timezone.now())


@shared_task(name="accounts.sweep_sessions")
def sweep_sessions() -> None:
    """Drops what is left of sign-ins that are over, and all that has been kept for its time."""
    retention.forget_old(timezone.now())
