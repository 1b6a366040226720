"""Where a user is reached."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.endpoints.models import BotAddress, CalendarFeed, PushDevice, Webhook


def feed_of(user_id: int) -> CalendarFeed | None:
    """Return the user's calendar, if there is one."""
    return CalendarFeed.objects.filter(user_id=user_id).first()


def feed_by_token(token: str) -> CalendarFeed | None:
    """Return the calendar with that address, of an account that is in use."""
    known = CalendarFeed.objects.filter(token=token, user__is_active=True)
    return known.select_related("user").first()


def devices_of(user_id: int) -> list[PushDevice]:
    """Return the browsers that show the user's notices."""
    return list(PushDevice.objects.filter(user_id=user_id))


def webhook_of(user_id: int) -> Webhook | None:
    """Return the user's webhook, if there is one."""
    return Webhook.objects.filter(user_id=user_id).first()


class Answering(NamedTuple):
    """How the address of a bot account has answered lately."""

    answers: bool
    silent_since: datetime | None
    """Since when it has not, where it does not."""


def bot_addresses_of(user_ids: Iterable[int]) -> dict[int, BotAddress]:
    """Return the addresses of bot accounts, of those that have named one."""
    return {row.user_id: row for row in BotAddress.objects.filter(user_id__in=user_ids)}


def answering_of(user_ids: Iterable[int]) -> dict[int, Answering]:
    """Return how the addresses of bot accounts answer, of those that have one and were asked."""
    rows = BotAddress.objects.filter(user_id__in=user_ids)
    found = rows.values_list("user_id", "sent_at", "failing_since")
    return {
        user_id: Answering(since is None, since)
        for user_id, sent_at, since in found
        if sent_at is not None or since is not None
    }
