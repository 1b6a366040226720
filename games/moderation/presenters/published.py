"""The moderators' months in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.dates import MONTHS as MONTH_NAMES
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.moderation.selectors.published import FEWEST


class MonthText(NamedTuple):
    """One month: its name, and lines of what and how many."""

    name: str
    lines: tuple[tuple[str, str], ...]
    """What there was too little of is not in it."""
    rest: str
    """What is said of that; empty where nothing is left out."""


def present_months(months: Sequence[dict[str, Any]]) -> list[MonthText]:
    """The months as a page shows them, without the oldest of which there is nothing to tell."""
    shown = [_month(month) for month in months]
    while len(shown) > 1 and not shown[-1].lines:
        shown.pop()
    return shown


def _month(month: dict[str, Any]) -> MonthText:
    first = datetime.fromisoformat(month["month"])
    name = _("%(month)s %(year)s") % {"month": MONTH_NAMES[first.month], "year": first.year}
    hours = month["hours"]
    counts = (
        (_("Reports made"), month["reports"]),
        (_("Time until the answer, median"), None if hours is None else _hours(hours)),
        *((words, month["actions"][kind]) for kind, words in kind_names().items()),
        (_("Appeals answered"), month["appeals"]),
        (_("Appeals granted"), month["upheld"]),
    )
    lines = tuple((words, str(count)) for words, count in counts if count is not None)
    rest = _("Of everything else: fewer than %(n)s.") if lines else _("Fewer than %(n)s of each.")
    is_whole = len(lines) == len(counts)
    return MonthText(name, lines, "" if is_whole else rest % {"n": FEWEST})


def kind_names() -> dict[str, str]:
    """Return what the kinds of actions are called."""
    return {
        "warned": _("Warnings"),
        "talk": _("Messages hidden, or chat forbidden for a time"),
        "limited": _("Rated or new matches forbidden for a time"),
        "suspended": _("Accounts suspended"),
        "closed": _("Accounts closed"),
        "decided": _("Matches decided or put right"),
        "halted": _("Matches stopped, hidden, or given other times"),
    }


def _hours(hours: int) -> str:
    hours = max(hours, 1)
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
