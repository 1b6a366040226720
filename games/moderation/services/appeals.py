"""One appeal against each sanction, as a short form; answered by somebody without a part in it."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User
from games.common.exceptions import GamesError
from games.moderation import conflicts
from games.moderation.models import Appeal, ModAction
from games.moderation.services.log import Facts, NotAllowed, Why, check_right, write
from games.moderation.services.sanctions import lift
from games.notices.services.notifying import NoticeKind, tell
from queues.transactions import writing


class AlreadyAppealed(GamesError):
    sentence = _("You have appealed against this already.")


class BadAppeal(GamesError):
    """The form is not filled in."""

    sentence = _("Please answer all three questions. A limit that is over needs no appeal.")
    status = 422


def appeal(
    *, sanction: Sanction, user: User, ground: str, happened: str, request: str, now: datetime
) -> Appeal:
    """Appeal against one's own *sanction*. Raises AlreadyAppealed or BadAppeal."""
    if sanction.user_id != user.pk or ground not in Appeal.Ground.values:
        raise BadAppeal
    if not happened.strip() or not request.strip() or not sanction.stands(now):
        raise BadAppeal
    with writing():
        made, is_new = Appeal.objects.get_or_create(
            sanction=sanction,
            defaults={
                "ground": ground,
                "happened": happened.strip()[:500],
                "request": request.strip()[:500],
                "made_at": now,
            },
        )
    if not is_new:
        raise AlreadyAppealed
    return made


def answer_appeal(*, appeal_id: int, why: Why, outcome: str, answer: str, now: datetime) -> None:
    """Answer an appeal; if it is upheld, the sanction is lifted. The bell says so.

    Raises NotAllowed, NoReason or Conflict; whoever set the sanction has a part in it.
    """
    check_right(why, "sanction")
    if outcome not in Appeal.Outcome.values:
        raise BadAppeal
    with writing():
        row = Appeal.objects.select_for_update().get(pk=appeal_id)
        conflicts.check_appeal(why.actor, row, now)
        _check_not_the_setter(why.actor, row.sanction)
        if row.answered_at is not None:
            raise NotAllowed
        row.outcome, row.answer, row.answered_at = outcome, answer[:500], now
        row.save()
        write(
            why,
            "appeal-answered",
            now=now,
            person=row.sanction.user,
            facts=Facts(after={"outcome": outcome}),
        )
        if outcome == Appeal.Outcome.UPHELD:
            lift(sanction=row.sanction, why=why, now=now)
        tell(
            user=row.sanction.user,
            kind=NoticeKind.APPEAL_ANSWERED,
            person=None,
            subject=str(row.pk),
            now=now,
        )


def _check_not_the_setter(actor: User, sanction: Sanction) -> None:
    """Raises Conflict: nobody judges an appeal against their own sanction."""
    set_by = ModAction.objects.filter(actor=actor, after__sanction=sanction.pk)
    if set_by.exists():
        raise conflicts.Conflict
