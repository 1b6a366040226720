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
from games.moderation.services.log import Why, check_right, write
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User

Kind = Sanction.Kind


class NoLength(GamesError):
    """Such a sanction holds for a number of days, or expressly for ever."""

    code = "no-length"
    sentence = _("Say for how many days, from 1 to 3650, or choose for ever.")
    status = 422


LONG = timedelta(days=14)
"""Longer than this, and for ever, is for seniors."""

HELPERS = frozenset({Kind.WARN, Kind.MUTE})
"""What a helper may do, too."""


LASTING = frozenset(Kind.values) - {Kind.WARN}
"""What can hold for ever; a warning is said, and over."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What is to be set."""

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
        write(why, f"sanction-{limit.kind}", now=now, person=person, after=_facts(sanction))
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
        write(why, "sanction-lifted", now=now, person=sanction.user, before=before, after=after)


def _end(limit: Limit, now: datetime) -> datetime | None:
    if limit.kind in (Kind.WARN, Kind.CLOSE) or limit.days is None:
        return None
    if not 0 < limit.days <= 3650:
        raise NoLength
    return now + timedelta(days=limit.days)


def _right(limit: Limit) -> str:
    if limit.kind == Kind.WARN:
        return "hide_lines"
    if limit.kind == Kind.CLOSE or limit.days is None or limit.days > LONG.days:
        return "sanction_long"
    return "hide_lines" if limit.kind in HELPERS else "sanction"


def _right_to_lift(sanction: Sanction) -> str:
    if sanction.kind == Kind.WARN:
        return "hide_lines"
    if sanction.ends_at is None or sanction.ends_at - sanction.starts_at > LONG:
        return "sanction_long"
    return "hide_lines" if sanction.kind in HELPERS else "sanction"


def _facts(sanction: Sanction) -> dict[str, Any]:
    ends, lifted = sanction.ends_at, sanction.lifted_at
    return {
        "sanction": sanction.pk,
        "kind": sanction.kind,
        "reason": sanction.reason,
        "ends_at": ends.isoformat() if ends else None,
        "lifted_at": lifted.isoformat() if lifted else None,
    }
