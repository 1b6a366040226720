"""Sign-ins that end take their sockets with them, wherever and however they end."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from games.common import live


# The row, not `user_logged_out`: that signal is sent while the session still stands, and a
# socket that looks too early would stay.
@receiver(post_delete, sender=Session)
def session_ended(instance: Session, **kwargs: Any) -> None:
    """A sign-out, here or from another device, or a session that grew too old."""
    if (
        getattr(settings, "PROCESS", "") == "migrate"
    ):  # a restore: nobody listens, and no key reads it
        return
    user_id = str(instance.get_decoded().get(SESSION_KEY, ""))
    if user_id.isdecimal():
        live.recheck_sockets(int(user_id))


@receiver(post_save, sender=get_user_model())
def account_changed(instance: Any, *, created: bool, **kwargs: Any) -> None:
    """A new password, or an account that was closed, ends sign-ins without deleting them."""
    if not created:
        live.recheck_sockets(instance.pk)
