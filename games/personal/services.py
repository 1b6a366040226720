"""Leaving the site: asked for by oneself, undone by oneself within 14 days, then for good."""

from __future__ import annotations

import logging
import secrets
import string
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q

from accounts.common import events
from accounts.common.reserved_names import OF_THE_GONE
from accounts.models import GivenUpName, Letter, User
from accounts.sign_in import sessions
from games.clubs.services.classes import delete_classes
from games.match.changes.ending import leave_matches
from games.match.clocks.timeoff import forget_plans
from games.personal.selectors import rows_of
from games.personal.tables import TABLES
from games.programs.selectors import bots_of
from games.programs.services import close
from queues.sweeps import each
from queues.transactions import writing

logger = logging.getLogger(__name__)

GRACE = timedelta(days=14)
LETTERS = string.ascii_lowercase + string.digits


class Listed(NamedTuple):
    """An account that was gone, or was to go at `leaves_at`, when a list of deletions was made."""

    id: int
    joined: datetime
    leaves_at: datetime | None


def ask_to_leave(user: User, now: datetime) -> None:
    """The account is to be deleted in 14 days; asked again, the first time counts."""
    if user.leaves_at is None:
        user.leaves_at = now + GRACE
        user.save(update_fields=["leaves_at"])
        events.note("account-leaving", user=user.pk)


def stay(user: User) -> None:
    """The account is not to be deleted after all."""
    if user.leaves_at is not None:
        user.leaves_at = None
        user.save(update_fields=["leaves_at"])
        events.note("account-kept", user=user.pk)


def erase_due(now: datetime) -> int:
    """Erase whoever asked for it 14 days ago; how many went."""
    due = User.objects.filter(leaves_at__lte=now, is_active=True).values_list("pk", flat=True)
    return each(list(due[:50]), lambda pk: erase(pk, now), what="account to be erased")


def erase(user_id: int, now: datetime) -> bool:
    """Erase an account for good: 1. its matches end, 2. its rows go, 3. its name vanishes.

    Finished matches stay, under a name that leads to nobody. Nobody answers for a bot account
    without an owner or for a child without its grown-up, so they go, too. False where a match is
    frozen: what a moderator looks into ends first.
    """
    with writing():
        user = User.objects.select_for_update().get(pk=user_id)
        if user.leaves_at is None or user.leaves_at > now:
            return False
        theirs = Q(pk__in=bots_of(user.pk).values("user")) | Q(guardian=user, is_active=True)
        others = User.objects.filter(theirs).order_by("pk")
        leaving = [user, *others.select_for_update(of=("self",))]
        if not all(leave_matches(user=each, now=now) for each in leaving):
            return False
        delete_classes(user)
        for each in leaving:
            _forget(each, now)
    return True


def _forget(user: User, now: datetime) -> None:
    sessions.end_all(user)
    Letter.objects.filter(recipient=user.email).exclude(recipient="").delete()
    close(user)
    for key, table in TABLES.items():
        if table.goes:
            rows_of(key, user.pk).delete()
    forget_plans(user.pk)
    GivenUpName.objects.keep(user.name, now)
    _forget_name(user)
    events.note("account-deleted", user=user.pk)


def delete_again(accounts: Sequence[Listed], listed_at: datetime, now: datetime) -> int:
    """In a database older than the list, let go whom the list names; how many accounts went.

    Who had asked to leave and is not listed has stayed. After a restore, ids are given to others
    again: an account is the listed one only if it was made at the same moment.
    """
    with writing():
        asked_before = User.objects.filter(leaves_at__lte=listed_at + GRACE)
        asked_before.exclude(pk__in=[account.id for account in accounts]).update(leaves_at=None)
        for account in accounts:
            own = User.objects.filter(pk=account.id, date_joined=account.joined, is_active=True)
            own.update(leaves_at=account.leaves_at or now)
    gone = 0
    while erased := erase_due(now):
        gone += erased
    return gone


def _forget_name(user: User) -> None:
    """Nothing of the row leads to the person any more."""
    here = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=here, object_id=str(user.pk)).update(object_repr="")
    user.name = OF_THE_GONE + "".join(secrets.choice(LETTERS) for _sign in range(10))
    user.email, user.language, user.time_zone = "", "", "UTC"
    user.clock_zone = user.clock_zone_since = user.night_from = user.night_to = None
    user.away_until = user.saves_vacation = user.said_age = None
    user.last_login = user.leaves_at = user.shut_out_until = user.unread_since = None
    user.is_active = user.is_program = user.is_staff = user.is_superuser = False
    user.groups.clear()
    user.set_unusable_password()
    user.save()
