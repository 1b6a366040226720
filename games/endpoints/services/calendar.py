"""Opening, moving and closing the calendar of a user, and numbering what it tells."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from accounts.models import User
from games.endpoints.models import CalendarEntry, CalendarFeed
from games.endpoints.models.calendar import new_token
from games.match.status import Status
from queues.transactions import writing

READ_EVERY = timedelta(minutes=5)
"""So often at most it is noted that a calendar was fetched."""


def renew_feed(*, user: User, now: datetime) -> CalendarFeed:
    """Give the user's calendar an address, or another: the one before opens nothing any more."""
    with writing():
        feed, _is_new = CalendarFeed.objects.update_or_create(
            user=user,
            defaults={"token": new_token(), "read_at": None},
            create_defaults={"token": new_token(), "made_at": now},
        )
    return feed


def close_feed(*, user: User) -> None:
    """The user's calendar is no more; its address opens nothing."""
    with writing():
        CalendarFeed.objects.filter(user=user).delete()


def changed_at(feed: CalendarFeed, digest: str, now: datetime) -> datetime:
    """Since when the calendar has said that of which this is the digest, to the second.

    No two changes are in one second: programs ask for what is newer than the second they know.
    """
    if feed.digest == digest and feed.changed_at is not None:
        return feed.changed_at
    changed = now.replace(microsecond=0)
    if feed.changed_at is not None:
        changed = max(changed, feed.changed_at + timedelta(seconds=1))
    with writing():
        CalendarFeed.objects.filter(pk=feed.pk).update(digest=digest, changed_at=changed)
    return changed


def number_entries(
    feed: CalendarFeed, deadlines: Mapping[int, datetime], now: datetime
) -> dict[int, int]:
    """Return how often each deadline has changed since the calendar first told of it, by match.

    *deadlines* are those it is about to tell, by the key of the match. What is new or has moved
    is noted; what belongs to matches that are over is forgotten.
    """
    kept = {entry.match_id: entry for entry in feed.entries.filter(match__in=deadlines)}
    fresh = [
        CalendarEntry(
            feed=feed,
            match_id=pk,
            deadline=deadline,
            sequence=kept[pk].sequence + 1 if pk in kept else 0,
        )
        for pk, deadline in deadlines.items()
        if pk not in kept or kept[pk].deadline != deadline
    ]
    is_read = feed.read_at is not None and now - feed.read_at <= READ_EVERY
    if not fresh and is_read:
        return {pk: entry.sequence for pk, entry in kept.items()}
    with writing():
        if fresh:
            CalendarEntry.objects.bulk_create(
                fresh,
                update_conflicts=True,
                unique_fields=["feed", "match"],
                update_fields=["deadline", "sequence"],
            )
            feed.entries.exclude(match__status=Status.ACTIVE).delete()
        CalendarFeed.objects.filter(pk=feed.pk).update(read_at=now)
    kept |= {entry.match_id: entry for entry in fresh}
    return {pk: entry.sequence for pk, entry in kept.items()}
