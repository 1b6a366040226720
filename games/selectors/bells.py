"""What a user has been told."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from games.models import Notice, Player


def unread_notices(user_id: int) -> int:
    """How many notices the user has not looked at."""
    return Notice.objects.filter(user_id=user_id, read_at__isnull=True).count()


def notices_of(user_id: int) -> QuerySet[Notice]:
    """The user's notices, newest first: a lazy query, to be cut short."""
    everybody = Prefetch("match__players", Player.objects.select_related("user"))
    mine = Notice.objects.filter(user_id=user_id)
    return mine.select_related("match").prefetch_related(everybody)
