"""One person, and what two accounts share, as staff read it: sentences with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.dates import day_text
from accounts.models import Trace
from accounts.sign_in.shared_marks import Shared
from games.common.filling import filled
from games.match.presenters.clocktext import terms_sentence
from games.match.reading.selectors import Ending
from games.moderation.models import Report
from games.moderation.presenters.words import category_name
from games.moderation.selectors.links import Pair, Rhythm
from games.moderation.selectors.person import PersonFacts
from games.ratings.presenters import reliability_line


class PairText(NamedTuple):
    """Two accounts, and what speaks for one person behind both, or against it."""

    name: str
    pk: int
    sentences: tuple[str, ...]


class EndingRow(NamedTuple):
    """The matches at one time control by how they ended, with those of 90 days in brackets."""

    time: str
    over: str
    on_time: str
    resigned: str
    not_begun: str


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One report about the person."""

    pk: int
    room: str
    score: int
    opened_at: object
    complaints: str
    outcome: str


def present_pair(pair: Pair) -> PairText:
    """Return what two accounts share, each as one sentence."""
    sentences = [_mark_sentence(pair, mark) for mark in pair.marks]
    lines = (*sentences, _opponents_sentence(pair), _rhythm_sentence(pair, pair.rhythm))
    return PairText(pair.other.name, pair.other.pk, lines)


def _mark_sentence(pair: Pair, mark: Shared) -> str:
    values = {
        Trace.Kind.DEVICE: _("Both were used in one browser, as its cookie shows"),
        Trace.Kind.NETWORK: _("Both came from one part of the network"),
        Trace.Kind.BROWSER: _("Both use a browser that names itself in the same words"),
    }[Trace.Kind(mark.kind)]
    numbers = _(
        "%(n)s accounts have done so in 90 days; %(one)s last on %(day)s, "
        "%(other)s on %(other_day)s."
    ) % {
        "n": mark.accounts,
        "one": pair.one.name,
        "other": pair.other.name,
        "day": day_text(mark.seen_first),
        "other_day": day_text(mark.seen_second),
    }
    return f"{values}: {numbers}"


def _opponents_sentence(pair: Pair) -> str:
    numbers = _(
        "People played: %(one)s %(n)s, %(other)s %(others)s; the same in both lists: %(both)s."
    ) % {
        "one": pair.one.name,
        "other": pair.other.name,
        "n": pair.opponents,
        "others": pair.others_opponents,
        "both": pair.opponents_of_both,
    }
    met = _("They have played each other.") if pair.have_met else _("They have never met.")
    return f"{numbers} {met}"


def _rhythm_sentence(pair: Pair, rhythm: Rhythm | None) -> str:
    if rhythm is None:
        return _("Too few moves in 30 days to compare when they are made.")
    return _(
        "Moves at other boards in 30 days: %(one)s %(n)s, %(other)s %(others)s. Of those of "
        "%(one)s, %(close)s came within two minutes of one of %(other)s; a day later it would "
        "have been %(habit)s."
    ) % {
        "one": pair.one.name,
        "other": pair.other.name,
        "n": rhythm.moves,
        "others": rhythm.others_moves,
        "close": rhythm.close,
        "habit": rhythm.close_by_habit,
    }


@dataclass(frozen=True, slots=True)
class PersonPage:
    """The page of one person beside its facts."""

    reliability: str
    endings: tuple[EndingRow, ...]
    reports: tuple[ReportRow, ...]
    complaints: tuple[tuple[str, str, str, str], ...]
    """Category, about whom, what came of it, and the uid of the match, if any."""


def present_person(facts: PersonFacts) -> PersonPage:
    """Reliability and reports in words."""
    controls = sorted({row.time_control for row in facts.endings})
    return PersonPage(
        reliability=reliability_line(facts.reliability),
        endings=tuple(
            _ending_row(control, [row for row in facts.endings if row.time_control == control])
            for control in controls
        ),
        reports=tuple(_report_row(report) for report in facts.reports),
        complaints=tuple(
            (
                category_name(atom.category),
                atom.report.suspect.name,
                _outcome(atom.report),
                atom.match.uid if atom.match else "",
            )
            for atom in facts.complaints
        ),
    )


NOT_BEGUN = ("first-move", "set-up", "left")


def _ending_row(control: str, rows: Sequence[Ending]) -> EndingRow:
    lost = [row for row in rows if row.result == "lost"]
    return EndingRow(
        time=terms_sentence(control),
        over=_sum(rows),
        on_time=_sum([row for row in lost if row.ended_how == "time"]),
        resigned=_sum([row for row in lost if row.ended_how == "resignation"]),
        not_begun=_sum([row for row in rows if row.ended_how in NOT_BEGUN]),
    )


def _sum(rows: Sequence[Ending]) -> str:
    return f"{sum(row.matches for row in rows)} ({sum(row.recent for row in rows)})"


def _report_row(report: Report) -> ReportRow:
    atoms = report.atoms.all()
    people = len({atom.reporter_id for atom in atoms})
    by = ngettext("%(n)s person", "%(n)s people", people) % {"n": people}
    categories = ", ".join(sorted({category_name(atom.category) for atom in atoms}))
    return filled(
        ReportRow,
        report,
        room=str(Report.Room(report.room).label),
        complaints=f"{categories} ({by})",
        outcome=_outcome(report),
    )


def _outcome(report: Report) -> str:
    return str(report.get_outcome_display()) if report.closed_at else _("open")
