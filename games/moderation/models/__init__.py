"""Reports and what came of them. Only this slice imports these."""

from games.moderation.models.barriers import Barrier
from games.moderation.models.log import ModAction
from games.moderation.models.reports import Appeal, Report, ReportAtom, ReportNote, StaffNote
from games.moderation.models.reveals import Consent, Inquiry

__all__ = [
    "Appeal",
    "Barrier",
    "Consent",
    "Inquiry",
    "ModAction",
    "Report",
    "ReportAtom",
    "ReportNote",
    "StaffNote",
]
