"""What takes two members of staff: asking, approving, and using it up."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError
from games.match.reading.selectors import match_by_uid
from games.match.status import Status
from games.moderation import conflicts
from games.moderation.models import Consent
from games.moderation.services.log import Why, check_right, write
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match

GOOD_FOR = timedelta(hours=24)
"""How long after it was asked for a consent can be given and used."""


class NoConsent(GamesError):
    sentence = _("This takes a second member of staff, who has not approved it.")
    status = 403


class OwnConsent(GamesError):
    sentence = _("Nobody approves what they have asked for themselves.")
    status = 403


def ask_consent(*, uid: str, action: str, why: Why, now: datetime) -> Consent:
    """Ask others to approve *action* in match *uid*. Raises NotAllowed, NoReason or Conflict."""
    check_right(why, _RIGHTS[Consent.Action(action)])
    with writing():
        match = match_by_uid(uid)
        _check_runs(match)
        conflicts.check_may_look(why.actor, match, now)
        asked = Consent.objects.create(
            match=match, action=action, asked_by=why.actor, reason=why.note[:500], asked_at=now
        )
        write(why, f"{action}-asked", now=now, match=match)
    return asked


def approve(*, consent_id: int, why: Why, now: datetime) -> Consent:
    """Approve what somebody else has asked for. Raises as `ask_consent`, or OwnConsent."""
    with writing():
        row = Consent.objects.select_for_update().get(pk=consent_id)
        check_right(why, _RIGHTS[Consent.Action(row.action)])
        if row.asked_by_id == why.actor.pk:
            raise OwnConsent
        conflicts.check_may_look(why.actor, row.match, now)
        if row.approved_by_id is not None or now - row.asked_at > GOOD_FOR:
            raise NoConsent
        row.approved_by, row.approved_at = why.actor, now
        row.save(update_fields=["approved_by", "approved_at"])
        write(why, f"{row.action}-approved", now=now, match=row.match)
    return row


def use_consent(match: Match, action: str, actor: User, now: datetime) -> Consent:
    """Use up the consent that *actor* was given. Raises NoConsent."""
    row = (
        Consent.objects.select_for_update()
        .filter(match=match, action=action, asked_by=actor, used_at=None)
        .exclude(approved_by=None)
        .filter(asked_at__gt=now - GOOD_FOR)
        .first()
    )
    if row is None:
        raise NoConsent
    row.used_at = now
    row.save(update_fields=["used_at"])
    return row


_RIGHTS: dict[str, str] = {
    Consent.Action.REVEAL: "reveal_matches",
    Consent.Action.REWIND: "decide_matches",
}


def _check_runs(match: Match) -> None:
    if match.status != Status.ACTIVE:
        raise NoConsent
