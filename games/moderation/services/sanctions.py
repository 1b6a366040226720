"""Setting limits to an account, and lifting them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction
from accounts.sanctions import rights
from games.common import live
from games.common.exceptions import GamesError
from games.match.exceptions import CannotRule
from games.moderation import conflicts
from games.moderation.services.log import Facts, Why, check_right, write
from queues.transactions import writing

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from accounts.models import User

Kind = Sanction.Kind


class NoLength(GamesError):
    sentence = _("Say for how many days, from 1 to 3650, or choose for ever.")
    status = 422


LONG = timedelta(days=14)
"""Longer than this, and for ever, is for seniors."""


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """One kind of sanction. What it forbids: `accounts.sanctions.rights.FORBIDS`."""

    kind: Kind
    right: str
    """What it takes to set or lift a short one; a long one is for seniors."""
    sentence: StrPromise
    """What it means, to the person."""
    is_said_once: bool = False
    """A warning is said, and over."""
    stays: bool = False
    """Whether it has no end, whatever is asked."""


SANCTIONS: dict[str, SanctionRow] = {
    row.kind: row
    for row in (
        SanctionRow(
            Kind.WARN,
            "hide_lines",
            _("This is only a warning. Please read the reason."),
            is_said_once=True,
        ),
        SanctionRow(
            Kind.MUTE, "hide_lines", _("You cannot write in the chat. You can play as usual.")
        ),
        SanctionRow(
            Kind.UNRATED,
            "sanction",
            _("You cannot start rated matches. You can play casual ones."),
        ),
        SanctionRow(
            Kind.NO_NEW,
            "sanction",
            _("You cannot start new matches. Your matches in progress go on."),
        ),
        SanctionRow(
            Kind.SUSPEND,
            "sanction",
            _("You cannot play or chat. The clocks of your matches keep running."),
        ),
        SanctionRow(
            Kind.CLOSE,
            "sanction_long",
            _("Your account is closed. You can still download or delete your data."),
            stays=True,
        ),
    )
}
"""Every sanction by its kind."""

LASTING = frozenset(kind for kind, row in SANCTIONS.items() if not row.is_said_once)
"""What can hold for ever."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit to be set."""

    kind: str
    reason: str
    days: int | None
    """How long; None is for ever."""
    public_text: str = ""


def impose(*, person: User, limit: Limit, why: Why, now: datetime) -> Sanction:
    """Set *limit* to the account of *person*. Raises as follows.

    NotAllowed, NoReason, Conflict, CannotRule for no such sanction, or NoLength.
    """
    check_right(why, _right(limit))
    if limit.kind not in Kind.values or limit.reason not in Sanction.Reason.values:
        raise CannotRule
    ends = _end(limit, now)
    with writing():
        conflicts.check_person(why.actor, person, now)
        sanction = Sanction.objects.create(
            user=person,
            kind=limit.kind,
            reason=limit.reason,
            public_text=limit.public_text[:500],
            starts_at=now,
            ends_at=ends,
        )
        rights.remember(person, now)
        write(
            why,
            f"sanction-{limit.kind}",
            now=now,
            person=person,
            facts=Facts(after=_facts(sanction)),
        )
        live.announce_desk(person.pk)
    return sanction


def lift(*, sanction: Sanction, why: Why, now: datetime) -> None:
    """End *sanction* before its time. Raises NotAllowed, NoReason or Conflict."""
    check_right(why, _right_to_lift(sanction))
    with writing():
        conflicts.check_person(why.actor, sanction.user, now)
        before = _facts(sanction)
        if sanction.lifted_at is None:
            sanction.lifted_at = now
            sanction.save(update_fields=["lifted_at"])
        rights.remember(sanction.user, now)
        after = _facts(sanction)
        write(
            why,
            "sanction-lifted",
            now=now,
            person=sanction.user,
            facts=Facts(before=before, after=after),
        )


def _end(limit: Limit, now: datetime) -> datetime | None:
    row = SANCTIONS[limit.kind]
    if row.is_said_once or row.stays or limit.days is None:
        return None
    if not 0 < limit.days <= 3650:
        raise NoLength
    return now + timedelta(days=limit.days)


def _right(limit: Limit) -> str:
    return _right_for(limit.kind, is_long=limit.days is None or limit.days > LONG.days)


def _right_to_lift(sanction: Sanction) -> str:
    ends, starts = sanction.ends_at, sanction.starts_at
    return _right_for(sanction.kind, is_long=ends is None or ends - starts > LONG)


def _right_for(kind: str, *, is_long: bool) -> str:
    row = SANCTIONS.get(kind)
    if is_long and (row is None or not row.is_said_once):
        return "sanction_long"
    return row.right if row is not None else "sanction"


def _facts(sanction: Sanction) -> dict[str, Any]:
    ends, lifted = sanction.ends_at, sanction.lifted_at
    return {
        "sanction": sanction.pk,
        "kind": sanction.kind,
        "reason": sanction.reason,
        "ends_at": ends.isoformat() if ends else None,
        "lifted_at": lifted.isoformat() if lifted else None,
    }
