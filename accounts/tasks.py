from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts import mail, sessions, undo
from accounts.models import SignIn


@shared_task(name="accounts.send_letter")
def send_letter(letter_id: int) -> None:
    mail.send(letter_id, timezone.now())


@shared_task(name="accounts.sweep_letters")
def sweep_letters() -> None:
    """Sends what a lost hint or a dead mail server left behind."""
    mail.send_due(timezone.now())


@shared_task(name="accounts.sweep_sessions")
def sweep_sessions() -> None:
    """Drops what is left of sign-ins that are over, and of links that are too old."""
    undo.forget_old(timezone.now())
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    SignIn.objects.filter(seen_at__lt=timezone.now() - sessions.IDLE).delete()
