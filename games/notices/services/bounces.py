"""Addresses whose mail comes back: nothing more goes there until their owner says so."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model

from games.notices.choices import stop_address
from games.notices.events import Kind
from games.notices.services.notifying import tell


def stop_mail_to(address: str, why: str, now: datetime) -> int:
    """Send no more news to *address*, and say so on the bells of those whose it is; how many."""
    users = list(get_user_model().objects.filter(email__iexact=address))
    for user in users:
        stop_address(user.pk, address, why, now)
        user.refresh_from_db()
        kind, subject = Kind.ADDRESS_STOPPED, f"{now:%Y-%m-%d} {user.pk}"
        tell(user=user, kind=kind, person=None, subject=subject, now=now)
    return len(users)


def without_addresses(words: str) -> str:
    """Return the answer of a mail server on one line, without addresses: moderators read it."""
    return " ".join(word for word in words.split() if "@" not in word)[:200]
