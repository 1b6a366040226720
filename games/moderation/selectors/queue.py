"""The moderators' queue and one report, in a constant number of statements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Min, Q

from games.chat.selectors import lines_around
from games.conversations.selectors import messages_around
from games.moderation.models import Appeal, Barrier, Consent, Inquiry, Report, ReportAtom

if TYPE_CHECKING:
    from accounts.models import User
    from games.chat.models import ChatLine
    from games.conversations.models import Message

PAGE = 50


@dataclass(frozen=True, slots=True)
class Queue:
    """The page of a room of the queue."""

    mine: Sequence[Report]
    """Taken by the reader."""
    inquiries: Sequence[Inquiry]
    """The matches the reader looks into."""
    reports: Sequence[Report]
    """Each with `atoms` fetched: best first, three of them shown."""
    rooms: Sequence[tuple[str, int, int]]
    """Room, open reports, highest score."""
    appeals: Sequence[Appeal]
    consents: Sequence[Consent]
    has_more: bool


def queue_of(actor: User, room: str, now: datetime) -> Queue:
    """Return what waits, most pressing first; what one reported oneself is not among it."""
    awake = Q(snoozed_until=None) | Q(snoozed_until__lte=now)
    waiting = Report.objects.filter(awake, closed_at=None)
    counted = waiting.order_by().values("room").annotate(n=Count("pk"), top=Max("score"))
    mine = ReportAtom.objects.filter(reporter=actor).values("report")
    shown = waiting.filter(room=room) if room in Report.Room.values else waiting
    rows = list(
        shown.exclude(pk__in=mine)
        .exclude(suspect=actor)
        .select_related("suspect", "taken_by")
        .prefetch_related("atoms")
        .order_by("-score", "opened_at")[: PAGE + 1]
    )
    own = Report.objects.filter(taken_by=actor, closed_at=None).select_related("suspect")
    inquiries = Inquiry.objects.filter(actor=actor, closed_at=None).select_related("match")
    return Queue(
        mine=list(own.order_by("taken_at")[:PAGE]),
        inquiries=list(inquiries.prefetch_related("match__players__user")[:PAGE]),
        reports=rows[:PAGE],
        rooms=[(row["room"], row["n"], row["top"]) for row in counted],
        appeals=_open_appeals(actor),
        consents=_open_consents(actor),
        has_more=len(rows) > PAGE,
    )


@dataclass(frozen=True, slots=True)
class Load:
    """The work that waits for moderators, and since when."""

    reports: int
    oldest_report: datetime | None
    appeals: int
    oldest_appeal: datetime | None


def load_of() -> Load:
    """Return what waits for moderators, in two statements."""
    reports = Report.objects.filter(closed_at=None)
    found = reports.aggregate(n=Count("pk"), oldest=Min("opened_at"))
    appeals = Appeal.objects.filter(answered_at=None)
    asked = appeals.aggregate(n=Count("pk"), oldest=Min("made_at"))
    return Load(found["n"], found["oldest"], asked["n"], asked["oldest"])


def _open_appeals(actor: User) -> list[Appeal]:
    if not actor.has_perm("moderation.sanction"):
        return []
    open_ones = Appeal.objects.filter(answered_at=None).select_related("sanction__user")
    return list(open_ones.order_by("made_at")[:20])


def _open_consents(actor: User) -> list[Consent]:
    if not actor.has_perm("moderation.decide_matches"):
        return []
    open_ones = Consent.objects.filter(approved_at=None).exclude(asked_by=actor)
    return list(open_ones.select_related("match", "asked_by").order_by("-asked_at")[:20])


def open_barriers() -> list[Barrier]:
    """Return what was told of accessibility and waits, the oldest first."""
    return list(Barrier.objects.filter(answered_at=None).order_by("made_at")[:PAGE])


def held_reports(actor: User, people: Collection[int]) -> list[Report]:
    """Return the open reports about *people*, given by key, that *actor* has taken."""
    own = Report.objects.filter(taken_by=actor, closed_at=None, suspect__in=people)
    return list(own.select_related("suspect").prefetch_related("notes__author").order_by("pk"))


def excerpt_of(atom: ReportAtom, suspect_id: int) -> tuple[Sequence[ChatLine | Message], int]:
    """Return the words that *atom* reports with the lines around them, and the key of the line.

    A report of words that names no line is about what the person said last.
    """
    if atom.match is None and atom.line:
        return messages_around(atom.reporter_id, suspect_id, atom.made_at, atom.line)
    if atom.match is None or (not atom.line and atom.category != "talk"):
        return [], 0
    return lines_around(atom.match, suspect_id, atom.made_at, text=atom.line)


def report_with_all(pk: int) -> Report | None:
    """A report with what was told and noted."""
    rows = Report.objects.select_related("suspect", "taken_by")
    full = rows.prefetch_related("atoms__reporter", "atoms__match", "notes__author")
    return full.filter(pk=pk).first()
