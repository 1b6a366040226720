"""Writing the audit log: every action of staff ends with exactly one row of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.common import events
from games.common.exceptions import GamesError
from games.moderation.models import ModAction, Report

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match, Player

LONGEST_NOTE = 1000


class NoReason(GamesError):
    sentence = _("Choose a reason, and say in a few words why.")
    status = 422


class NotAllowed(GamesError):
    sentence = _("Your role does not include this.")
    status = 403


@dataclass(frozen=True, slots=True)
class Why:
    """The person who does something, and their reason."""

    actor: User
    reason: str
    note: str
    report: Report | None = None


def check_right(why: Why, right: str) -> None:
    """Raises NotAllowed without the right, NoReason without a reason."""
    if not why.actor.has_perm(f"moderation.{right}"):
        raise NotAllowed
    if why.reason not in ModAction.Reason.values or not why.note.strip():
        raise NoReason


class Facts(NamedTuple):
    """The public facts that an action has changed, before and after it, by name."""

    before: dict[str, Any] = {}
    after: dict[str, Any] = {}


NO_FACTS = Facts()


def write(
    why: Why,
    verb: str,
    *,
    now: datetime,
    person: User | None = None,
    match: Match | None = None,
    facts: Facts = NO_FACTS,
) -> ModAction:
    """Return the row of the action *verb*."""
    events.note("moderated", by=why.actor.pk, user=person.pk if person else None, what=verb)
    return ModAction.objects.create(
        actor=why.actor,
        verb=verb,
        person=person,
        match=match,
        report=why.report,
        before=facts.before,
        after=facts.after,
        reason=why.reason,
        note=why.note.strip()[:LONGEST_NOTE],
        made_at=now,
    )


def facts_of(match: Match, players: list[Player]) -> dict[str, Any]:
    """A match as the log remembers it: its public rows, nothing of its position."""
    return {
        "status": match.status,
        "ended_how": match.ended_how,
        "frozen_at": _text(match.frozen_at),
        "annulled_at": _text(match.annulled_at),
        "hidden_at": _text(match.hidden_at),
        "silenced_at": _text(match.silenced_at),
        "deadline": _text(match.deadline),
        "seats": [
            {
                "seat": player.seat,
                "user": player.user_id,
                "bot": player.bot,
                "result": player.result,
                "is_to_act": player.is_to_act,
                "bank": None if player.bank is None else int(player.bank.total_seconds()),
                "deadline": _text(player.deadline),
                "grace": int(player.grace.total_seconds()) or None,
            }
            for player in players
        ],
    }


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")
