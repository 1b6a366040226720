"""One person as a member of staff may see them: public facts, reports, what was set and done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from accounts.models import Sanction, User
from games.chat.selectors import lines_by
from games.match.reading.selectors import Ending, count_running, endings_of
from games.moderation.models import ModAction, Report, ReportAtom, StaffNote
from games.programs.selectors import bots_of, owner_name
from games.ratings.selectors import NEVER_ASKED, Reliability, reliability_of

if TYPE_CHECKING:
    from games.chat.models import ChatLine

LATELY = timedelta(days=90)
TALK_BACK = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """Everything on the page of one person, for one member of staff."""

    person: User
    sanctions: Sequence[Sanction]
    notes: Sequence[StaffNote]
    actions: Sequence[ModAction]
    reports: Sequence[Report]
    """About this person, but for those the reader made."""
    complaints: Sequence[ReportAtom]
    """By this person, but for those about the reader."""
    borne_out: int
    """How many of those were acted on."""
    running: int
    reliability: Reliability
    endings: Sequence[Ending]
    owner: str
    """Who answers for it, if it is a bot account; else ""."""
    bots: Sequence[str]
    """The bot accounts for which this person answers."""
    lines: Sequence[ChatLine] | None
    """What was said lately; None where no report is open that the reader may work on."""


def person_facts(pk: int, actor: User, now: datetime) -> PersonFacts | None:
    """Return the person of that number, as *actor* may see them."""
    person = User.objects.filter(pk=pk).first()
    if person is None:
        return None
    rows = ReportAtom.objects.filter(reporter=person).exclude(report__suspect=actor)
    acted = [Report.Outcome.ACTED, Report.Outcome.WARNED, Report.Outcome.FIXED]
    about = Report.objects.filter(suspect=person).exclude(
        pk__in=ReportAtom.objects.filter(reporter=actor).values("report")
    )
    is_reported = about.filter(closed_at=None).exists()
    return PersonFacts(
        person=person,
        sanctions=list(Sanction.objects.filter(user=person)[:50]),
        notes=list(StaffNote.objects.filter(person=person).select_related("author")),
        actions=list(ModAction.objects.filter(person=person).select_related("actor")[:100]),
        reports=list(about.prefetch_related("atoms").order_by("-pk")[:50]),
        complaints=list(rows.select_related("report__suspect", "match").order_by("-pk")[:30]),
        borne_out=rows.filter(report__outcome__in=acted).count(),
        running=count_running(pk),
        reliability=reliability_of([pk]).get(pk, NEVER_ASKED),
        endings=endings_of(pk, since=now - LATELY),
        owner=owner_name(pk),
        bots=[row.user.name for row in bots_of(pk)],
        lines=list(lines_by(pk, now - TALK_BACK)[:50]) if is_reported else None,
    )
