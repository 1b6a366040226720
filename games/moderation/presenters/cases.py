"""What the bar of a case offers."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from accounts.models import User
from games.moderation.categories import CANNED
from games.moderation.models import Report, ReportAtom
from games.moderation.selectors.queue import excerpt_of, held_reports


def present_cases(actor: User, people: Collection[int]) -> dict[str, Any]:
    """The reports about *people*, given by key, that *actor* holds, and how they may be closed."""
    return {
        "reports": held_reports(actor, people) if people else (),
        "canned": [(key, texts[0]) for key, texts in CANNED.items()],
        "outcomes": Report.Outcome.choices,
    }


MOST_EXCERPTS = 10
"""Of so many reports the words around are shown, the latest first."""


class ExcerptLine(NamedTuple):
    """A line of the chat on the page of a report."""

    author: str
    room: str
    said_at: datetime
    text: str
    is_reported: bool
    is_hidden: bool


def present_atoms(report: Report) -> list[tuple[ReportAtom, tuple[ExcerptLine, ...]]]:
    """Return what was told, newest first, each with what was said around the words it is about."""
    atoms = sorted(report.atoms.all(), key=lambda atom: -atom.pk)
    return [
        (atom, _excerpt(atom, report.suspect_id) if place < MOST_EXCERPTS else ())
        for place, atom in enumerate(atoms)
    ]


def _excerpt(atom: ReportAtom, suspect_id: int) -> tuple[ExcerptLine, ...]:
    lines, reported = excerpt_of(atom, suspect_id)
    return tuple(
        ExcerptLine(
            author=line.author.name,
            room=line.room,
            said_at=line.said_at,
            text=line.text,
            is_reported=line.pk == reported,
            is_hidden=line.hidden_at is not None,
        )
        for line in lines
    )
