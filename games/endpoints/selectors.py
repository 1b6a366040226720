"""Where a user is reached."""

from __future__ import annotations

from games.endpoints.models import CalendarFeed, PushDevice, Webhook


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
