"""One's own data as a page shows it: what can be had, how far it is, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.common.filling import filled
from games.personal.exporting import KEPT, can_be_asked
from games.personal.models import DataExport


@dataclass(frozen=True, slots=True)
class ExportPage:
    """The file with everything: not asked for, being put together, there, or failed."""

    can_ask: bool
    is_made: bool = False
    """Whether it is being put together."""
    is_done: bool = False
    is_given_up: bool = False
    written: int = 0
    rows: int | None = None
    made_at: datetime | None = None
    kept_until: datetime | None = None

    @property
    def progress(self) -> str:
        """The progress of the file."""
        if self.rows is None:
            return _("The file is being put together.")
        counts = {"written": self.written, "rows": self.rows}
        return _("The file is being put together: %(written)s of %(rows)s entries.") % counts


def present_export(export: DataExport | None, now: datetime) -> ExportPage:
    """Return the state of the file *export*."""
    if export is None:
        return ExportPage(can_ask=True)
    return filled(
        ExportPage,
        export,
        can_ask=can_be_asked(export, now),
        is_made=export.done_at is None and not export.is_given_up,
        is_done=export.done_at is not None,
        made_at=export.done_at,
        kept_until=export.asked_at + KEPT,
    )
