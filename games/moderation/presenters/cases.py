"""What the bar of a case offers."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from games.moderation.categories import CANNED
from games.moderation.models import Report
from games.moderation.selectors.desk import held_reports

if TYPE_CHECKING:
    from accounts.models import User


def present_cases(actor: User, people: Collection[int]) -> dict[str, Any]:
    """The reports about *people*, given by key, that *actor* holds, and how they may be closed."""
    return {
        "reports": held_reports(actor, people) if people else (),
        "canned": [(key, texts[0]) for key, texts in CANNED.items()],
        "outcomes": Report.Outcome.choices,
    }
