"""What becomes of reports when an account goes: they outlive it, or follow a guest."""

from __future__ import annotations

from accounts.models import User
from games.moderation.models import ModAction, Report, ReportAtom
from queues.transactions import writing


def move_reports(from_id: int, to_id: int) -> None:
    """Let the reports by and about *from_id* be by and about *to_id*.

    What would be told twice, or of oneself, stays with whom it was told by.
    """
    with writing():
        User.objects.select_for_update(no_key=True).get(pk=to_id)
        rows = ReportAtom.objects.filter(report__atoms__reporter_id=to_id).values("report")
        own = ReportAtom.objects.filter(reporter_id=from_id).exclude(report__suspect_id=to_id)
        own.exclude(report__in=rows).update(reporter_id=to_id)
        about_them = Report.objects.filter(suspect_id=from_id).exclude(atoms__reporter_id=to_id)
        rooms = Report.objects.filter(suspect_id=to_id, closed_at=None).values("room")
        about_them.exclude(closed_at=None, room__in=rooms).update(suspect_id=to_id)


def is_on_record(user_id: int) -> bool:
    """Return whether a report or the audit log speaks of this person, or of a match of theirs."""
    return (
        Report.objects.filter(suspect_id=user_id).exists()
        or ReportAtom.objects.filter(reporter_id=user_id).exists()
        or ModAction.objects.filter(person_id=user_id).exists()
        or ModAction.objects.filter(match__players__user_id=user_id).exists()
    )
