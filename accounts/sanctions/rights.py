"""The rights of an account at this moment: the one place where sanctions are read.

>>> can(user, Verb.TALK)

It is asked of both sides: of whoever begins something, and of whoever it would be begun with.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Sanction, User
from queues.prepared import Prepared

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor


class Verb(StrEnum):
    """An act that a sanction can forbid."""

    PLAY = "play"
    """Anything in a match that has begun, and everything else a member does."""
    BEGIN = "begin"
    """To open a match, or to take a seat in one."""
    RATED = "rated"
    """To begin a match that counts."""
    TALK = "talk"
    """To write anything others read."""


Kind = Sanction.Kind
SHUT_OUT = frozenset({Kind.SUSPEND, Kind.CLOSE})
"""What leaves an account nothing but its own affairs: the reason, an appeal, its data."""

FORBIDS: dict[str, frozenset[Verb]] = {
    Kind.WARN: frozenset(),
    Kind.MUTE: frozenset({Verb.TALK}),
    Kind.UNRATED: frozenset({Verb.RATED}),
    Kind.NO_NEW: frozenset({Verb.BEGIN, Verb.RATED}),
    Kind.SUSPEND: frozenset(Verb),
    Kind.CLOSE: frozenset(Verb),
}

FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
"""Until when somebody is shut out where there is no end."""


BEFORE_ERASURE = timedelta(hours=1)
LONG_SHUT_OUT = timedelta(days=30)
"""A player suspended for longer loses the places that they hold. For less they keep them, and can
lose on time."""


def gone_for_long(now: datetime) -> Q:
    """Return whether the user whom a row names has closed the account, will be erased within the
    hour or is suspended for long, as a question about rows."""
    erased = Q(user__leaves_at__lte=now + BEFORE_ERASURE)
    return Q(user__is_active=False) | erased | Q(user__shut_out_until__gt=now + LONG_SHUT_OUT)


def can(user: Visitor, verb: Verb, now: datetime | None = None) -> bool:
    """Return whether the account is open and no sanction keeps *user* from *verb* at this moment.

    To be closed or shut out is read off the user's own row, so playing costs no query; the rest
    asks for the sanctions that stand.
    """
    now = now or timezone.now()
    if not isinstance(user, User):
        return True  # nobody sanctions a visitor
    if not user.is_active or is_shut_out(user, now):
        return False
    if verb == Verb.PLAY:
        return True
    return not in_force(user.pk, now).filter(kind__in=_kinds(verb)).exists()


def able(verb: Verb, now: datetime, who: str = "") -> Q:
    """`can` as a question about rows of users, or about the users *who* other rows name."""
    at = f"{who}__" if who else ""
    not_shut_out = Q((f"{at}shut_out_until", None)) | Q((f"{at}shut_out_until__lte", now))
    here = Q((f"{at}is_active", True)) & not_shut_out
    if verb == Verb.PLAY:
        return here
    theirs = Sanction.objects.filter(_stands(now), user=OuterRef(f"{who}_id" if who else "pk"))
    return here & ~Q(Exists(theirs.filter(kind__in=_kinds(verb))))


def _kinds(verb: Verb) -> list[str]:
    return [kind for kind, verbs in FORBIDS.items() if verb in verbs]


def is_shut_out(user: object, now: datetime | None = None) -> bool:
    """Return whether *user* is suspended, or the account is closed."""
    until = user.shut_out_until if isinstance(user, User) else None
    return until is not None and until > (now or timezone.now())


def is_closed(user: User) -> bool:
    """Return whether the account is closed: by its person, or by staff without an end."""
    return not user.is_active or user.shut_out_until == FOR_EVER


CLOSED = Q(is_active=False) | Q(shut_out_until=FOR_EVER)
"""The same as a question about rows of users."""


def in_force(user_id: int, now: datetime) -> QuerySet[Sanction]:
    """Return the sanctions of a user that have begun and have not ended."""
    return Sanction.objects.filter(_stands(now), user=user_id)


_in_force = Prepared(in_force, int, datetime)


def limit_on(user: User, verbs: Iterable[Verb], now: datetime) -> Sanction | None:
    """Return the sanction that keeps *user* for longest from the first of *verbs* that one
    forbids."""
    rows = sorted(_in_force(user.pk, now), key=lambda row: row.ends_at or FOR_EVER, reverse=True)
    found = (row for verb in verbs for row in rows if verb in FORBIDS[row.kind])
    return next(found, None)


def _stands(now: datetime) -> Q:
    return Q(lifted_at=None, starts_at__lte=now) & (Q(ends_at=None) | Q(ends_at__gt=now))


def unread(user: User) -> Sanction | None:
    """The last sanction the user has not said to have read; no query where there is none."""
    return None if user.unread_since is None else _unseen(user).first()


def acknowledge(user: User, now: datetime) -> None:
    """The user has read what is set to their account."""
    Sanction.objects.filter(user=user, seen_at=None).update(seen_at=now)
    remember(user, now)


def remember(user: User, now: datetime) -> None:
    """Writes down on the user's row until when the sanctions that stand shut them out.

    And since when there is one they have not read.

    Saving the row is also what makes the sockets of the user look again.
    """
    ends = in_force(user.pk, now).filter(kind__in=SHUT_OUT).values_list("ends_at", flat=True)
    user.shut_out_until = max((end or FOR_EVER for end in ends), default=None)
    user.unread_since = _unseen(user).aggregate(since=Min("starts_at"))["since"]
    user.save(update_fields=["shut_out_until", "unread_since"])


def _unseen(user: User) -> QuerySet[Sanction]:
    return Sanction.objects.filter(user=user, seen_at=None, lifted_at=None)
