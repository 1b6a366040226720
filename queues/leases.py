"""Rows that a worker is to act on: hinted at once, worked on by one, found again by a sweep.

Two leases keep the queue short: ``hinted_until`` holds back the next message about a row,
``held_until`` a second worker. When a worker dies both run out, and the next sweep hands the row
to another.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeVar

from django.db import connection, models
from django.db.models import F, Min, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from queues.transactions import writing, writing_once

BATCH = 100
"""Rows hinted at in one sweep; the next sweep takes the next."""

FIRST_HINT = timedelta(seconds=3)
"""How long the hint sent at commit may take before a sweep sends another."""

HINT = timedelta(seconds=20)
"""The same for the hint of a sweep."""

FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=12)
"""Before a mail is tried again: twice as long each time, but never longer than that."""

PROMPT_TRIES = 3
"""So often a row is tried again as soon as its lease has run out."""
LONGEST_HOLD = timedelta(hours=1)
"""Beyond them a lease is twice as long each time, but never longer than that by it."""

PATIENCE = timedelta(days=3)
"""So long a mail is tried at least before it is given up."""


def pause_after(attempt: int) -> timedelta:
    """Return how long to wait after the *attempt*-th try before the next."""
    return min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE)


def _attempts_within(patience: timedelta) -> int:
    attempt, waited = 1, timedelta()
    while waited < patience:
        waited += pause_after(attempt)
        attempt += 1
    return attempt


MOST_ATTEMPTS = _attempts_within(PATIENCE)
"""After so many tries a mail is given up."""


class Leased(models.Model):
    """A row that a worker is to act on when it is due."""

    due_at = models.DateTimeField(verbose_name=_("due at"))
    hinted_until = models.DateTimeField(help_text="no second hint to the workers before this")
    held_until = models.DateTimeField(null=True, help_text="a worker is at it until then")
    attempts = models.PositiveSmallIntegerField(default=0, verbose_name=_("attempts"))

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=Leased)


def first_hint(due: datetime) -> datetime:
    """Until when the hint sent at commit holds back the next one."""
    return due + FIRST_HINT


def free(rows: QuerySet[Row], *, now: datetime) -> QuerySet[Row]:
    """Return those of *rows* that are due and in nobody's hands."""
    return rows.filter(Q(held_until__isnull=True) | Q(held_until__lte=now), due_at__lte=now)


def lease_hints(rows: QuerySet[Row], *, now: datetime) -> list[int]:
    """The keys of the *rows* that are due and in nobody's hands, so that each is hinted at once."""
    with writing():
        due = free(rows, now=now).filter(hinted_until__lte=now).order_by("due_at")
        found = list(due.values_list("pk", flat=True)[:BATCH])
        rows.filter(pk__in=found).update(hinted_until=now + HINT)
    return found


def claim(rows: QuerySet[Row], key: int, *, now: datetime, lease: timedelta) -> Row | None:
    """The row *key* for this worker alone until *lease* has passed.

    None if it is not among *rows* any more, not yet due, or another worker's. It is taken as it was
    read: whoever takes or releases it changes its lease.
    """
    row = rows.filter(pk=key, due_at__lte=now).first()
    if row is None or (row.held_until and row.held_until > now):
        return None
    untouched = row.__class__._base_manager.filter(  # noqa: SLF001 - *rows* may have joins
        pk=key, attempts=row.attempts, held_until=row.held_until
    )
    hold(row, now=now, lease=lease)
    with writing_once():
        taken = untouched.update(attempts=row.attempts, held_until=row.held_until)
    return row if taken else None


def claim_all(rows: QuerySet[Row], *, now: datetime, lease: timedelta, most: int) -> list[int]:
    """The keys of the *most* of *rows* due longest, for this worker alone until *lease* has passed.

    None that is another worker's is among them, and none is waited for. Unlike `claim` it counts
    no attempt: whoever dies before most of them are begun has not tried these.
    """
    with writing():
        due = free(rows, now=now).order_by("due_at", "pk")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        keys = list(due.values_list("pk", flat=True)[:most])
        if keys:
            held = rows.model._base_manager.filter(pk__in=keys)  # noqa: SLF001
            held.update(held_until=now + lease)
    return keys


def hold(row: Leased, *, now: datetime, lease: timedelta) -> None:
    """Note in *row*, which is not saved here, that this worker is at it.

    What is left undone time and again is held longer each time, so that it takes no time from
    other rows.
    """
    row.attempts += 1
    longer = max(row.attempts - PROMPT_TRIES, 0)
    row.held_until = now + max(lease, min(lease * 2 ** min(longer, 16), LONGEST_HOLD))


def seconds_late(rows: QuerySet[Row], *, now: datetime) -> float:
    """Return how long ago the oldest of *rows* that are due was due; 0 where none is."""
    oldest = rows.filter(due_at__lte=now).aggregate(oldest=Min("due_at"))["oldest"]
    return (now - oldest).total_seconds() if oldest is not None else 0.0


def release(rows: QuerySet[Row]) -> None:
    """Hand out at once what a site that has gone down was working on.

    Only for a site that is the one process there is, before its worker starts:
    whoever held a lease then is gone, and need not be waited for.
    """
    with writing():
        rows.update(hinted_until=F("due_at"), held_until=None)
