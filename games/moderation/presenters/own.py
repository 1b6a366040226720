"""One's own reports and one's own sanctions, as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.common.dates import moment_text
from accounts.models import Sanction
from games.common.names import UNNAMED
from games.moderation.categories import CATEGORIES
from games.moderation.models import Report
from games.moderation.selectors.own import OwnReport, OwnSanction, Reportable
from games.moderation.services.sanctions import SANCTIONS

Kind = Sanction.Kind
Reason = Sanction.Reason


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One report of one's own."""

    title: str
    suspect: str
    url: str
    made_at: datetime
    state: str
    answer: str


@dataclass(frozen=True, slots=True)
class SanctionLine:
    """One limit."""

    headline: str
    meaning: str
    advice: str
    """What the person can do."""
    reason: str
    text: str
    period: str
    stands: bool
    appeal_url: str
    appeal: str
    answer: str


def people_named(about: Reportable) -> list[tuple[int, str]]:
    """Return whom a report can be about, by seat."""
    return [(seat, _called(name)) for seat, name in about.people]


def _called(name: str) -> str:
    return _("Anonymous") if name == UNNAMED else name


def report_lines(reports: Sequence[OwnReport]) -> list[ReportLine]:
    """Reports as their author reads them."""
    return [
        ReportLine(
            title=str(CATEGORIES[row.category].title),
            suspect=_called(row.suspect),
            url=reverse("games:match", args=[row.uid]) if row.uid else "",
            made_at=row.made_at,
            state=_state(row),
            answer=row.answer,
        )
        for row in reports
    ]


def _state(row: OwnReport) -> str:
    if row.state == "closed":
        return _("Answered: %(outcome)s.") % {"outcome": Report.Outcome(row.outcome).label}
    return _("A moderator is looking at it.") if row.state == "taken" else _("Received.")


def sanction_lines(sanctions: Sequence[OwnSanction]) -> list[SanctionLine]:
    """Limits as the person concerned reads them."""
    return [_sanction_line(row) for row in sanctions]


def _sanction_line(row: OwnSanction) -> SanctionLine:
    may_appeal = row.stands and row.appeal == "none"
    return SanctionLine(
        headline=str(Kind(row.kind).label).capitalize(),
        meaning=str(SANCTIONS[row.kind].sentence),
        advice=_advice(row, may_appeal=may_appeal),
        reason=str(Sanction.Reason(row.reason).label),
        text=row.text,
        period=_period(row),
        stands=row.stands,
        appeal_url=reverse("games:appeal", args=[row.name]) if may_appeal else "",
        appeal=_appeals()[row.appeal],
        answer=row.answer,
    )


def _advice(row: OwnSanction, *, may_appeal: bool) -> str:
    """Return what to do: so that it does not happen again, and if it is wrong."""
    values = {
        Reason.ABUSE: _("Please be polite in the chat."),
        Reason.SPAM: _("Please do not repeat messages, and do not advertise."),
        Reason.NAME: _("Please say in an appeal which name you would like instead."),
        Reason.STALLING: _("Please resign matches you cannot finish, and begin fewer at a time."),
        Reason.OUTSIDE_HELP: _("Please play your matches without programs and without advice."),
        Reason.TWO_ACCOUNTS: _("Please use one account only."),
        Reason.THROWING: _("Please play every match to win."),
    }.get(Reason(row.reason), "")
    appeal = _("If this is wrong, you can appeal once.") if may_appeal else ""
    return f"{values} {appeal}".strip()


def _appeals() -> dict[str, str]:
    return {
        "none": "",
        "open": _("Your appeal has been received. Somebody who was not involved will answer it."),
        "upheld": _("Your appeal was answered: you were right, and it was lifted."),
        "denied": _("Your appeal was answered: it stands."),
    }


def _period(row: OwnSanction) -> str:
    since = {"since": moment_text(row.starts_at)}
    if row.was_lifted:
        return _("From %(since)s; lifted.") % since
    if row.ends_at is None:
        return _("Since %(since)s.") % since
    until = {**since, "until": moment_text(row.ends_at)}
    return _("From %(since)s until %(until)s; it ends by itself.") % until
