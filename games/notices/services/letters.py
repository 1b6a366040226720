"""Mails about accounts in the ledger. What they say is not kept: it may be a secret."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model

from games.notices.events import Channel, Kind
from games.notices.models import Delivery, Notice
from queues import leases
from queues.transactions import writing


def note_letter(letter_id: int, address: str, now: datetime) -> None:
    """Note that the mail server has taken a letter to *address*, for whose it is."""
    with writing():
        for user in get_user_model().objects.filter(email__iexact=address):
            notice, is_new = Notice.objects.get_or_create(
                user=user,
                match=None,
                kind=Kind.LETTER,
                subject=str(letter_id),
                defaults={"made_at": now, "read_at": now, "rings": False},
            )
            if is_new:
                Delivery.objects.create(
                    notice=notice,
                    reader_id=user.pk,
                    channel=Channel.MAIL,
                    due_at=now,
                    hinted_until=leases.first_hint(now),
                    settled_at=now,
                    outcome=Delivery.Outcome.SENT,
                )
