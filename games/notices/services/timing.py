"""When what is owed becomes due: after the wait, and when the reader's page could have said it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.notices.events import EVENT_OF, Channel

if TYPE_CHECKING:
    from accounts.models import User
    from games.notices.models import Notice


def due_at(user: User, notice: Notice, channel: Channel, now: datetime) -> datetime:
    """When *notice* is to go out by *channel*. Mail waits for the bell to be looked at."""
    wait = timedelta()
    if channel == Channel.MAIL and not EVENT_OF[notice.kind].is_urgent:
        wait = timedelta(minutes=user.mail_wait_minutes)
    return max(now + wait, notice.quiet_until or now)
