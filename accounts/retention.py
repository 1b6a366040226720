"""How long what is personal is kept, in one table, and the job that keeps to it.

Not in it, as no row of it is kept: network addresses, of which there are digests alone, and
sign-ins that failed. They stand in the log (docs/operations.md), and in counters that end within
a day.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import QuerySet

from accounts.models import (
    AccessToken,
    GivenUpName,
    KeyedRequest,
    SignIn,
    StaffCode,
    Trace,
    UndoLink,
    given_up_names,
)
from accounts.sign_in import sessions, shared_marks, tokens, undo_links


class Retention(NamedTuple):
    """Rows that are kept for a time."""

    rows: Callable[[], QuerySet[Any]]
    since: str
    """The moment of a row from which it counts."""
    age: timedelta


TABLE: dict[str, Retention] = {
    "browsers of sign-ins, when last seen": Retention(SignIn.objects.all, "seen_at", sessions.IDLE),
    "browsers of sign-ins, at the longest": Retention(SignIn.objects.all, "since", sessions.TOTAL),
    "marks of browsers and networks, as digests": Retention(
        Trace.objects.all, "seen_at", shared_marks.AGE
    ),
    "links that undo a change of address": Retention(
        UndoLink.objects.all, "made_at", undo_links.AGE
    ),
    "codes for a second factor": Retention(StaffCode.objects.all, "good_until", timedelta()),
    "access tokens, once they have run out": Retention(
        lambda: AccessToken.objects.filter(family=None), "expires_at", tokens.REMEMBERED
    ),
    "sign-ins of apps, once they can be renewed no more": Retention(
        lambda: AccessToken.objects.exclude(family=None), "renewable_until", timedelta(days=1)
    ),
    "answers that programs may ask for again": Retention(
        KeyedRequest.objects.all, "made_at", timedelta(days=1)
    ),
    "names of deleted accounts, as digests": Retention(
        GivenUpName.objects.all, "since", given_up_names.KEPT
    ),
    "addresses that nobody has confirmed": Retention(
        lambda: EmailAddress.objects.filter(verified=False),
        "waiting__since",
        timedelta(days=7),
    ),
}


def forget_old(now: datetime) -> None:
    """Drop what has been kept for its time."""
    for kept in TABLE.values():
        kept.rows().filter(**{f"{kept.since}__lt": now - kept.age}).delete()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
