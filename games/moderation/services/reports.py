"""Reports: told by players, checked against the match, merged, worked on, answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import User
from games.common.exceptions import GamesError
from games.match.changes.permissions import check_seated
from games.match.exceptions import CannotRule
from games.match.reading.names import keeps_names
from games.match.reading.selectors import begun_match, players_of
from games.moderation import conflicts
from games.moderation.categories import CANNED, CATEGORIES, WITHOUT_MATCH
from games.moderation.fitting import DoesNotFit, NeedsMatch, check_borne_out
from games.moderation.models import Report, ReportAtom, ReportNote
from games.moderation.services.log import Facts, NoReason, NotAllowed, Why, write
from games.moderation.services.sanctions import Limit, impose
from games.notices.services.notifying import NoticeKind, tell
from queues.transactions import writing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.match.models import Match, Player

MOST_A_DAY = 10
"""Reports one person may make in a day."""


class TooManyReports(GamesError):
    sentence = _("You have reached the limit for reports today.")
    status = 429
    retry_after = 24 * 60 * 60


class GuestsReportNot(GamesError):
    sentence = _("Guests can report from a match only. Sign up to report this person.")
    status = 403


class TakenByAnother(GamesError):
    code = "taken"
    sentence = _("Somebody else is working on it.")


@dataclass(frozen=True, slots=True)
class Complaint:
    """A player's report."""

    category: str
    text: str = ""
    seat: int | None = None
    """Whom it is about; None is the one other person at the board."""
    line: str = ""
    """The line of talk it is about, as it was said."""


def file_report(*, uid: str, user: User, complaint: Complaint, now: datetime) -> ReportAtom:
    """Report somebody in match *uid*; to report the same twice changes nothing.

    Raises NoSuchMatch, NotSeated, DoesNotFit or TooManyReports.
    """
    if complaint.category not in CATEGORIES:
        raise DoesNotFit
    with writing():
        match = begun_match(uid, user)
        players = players_of(match)
        mine = check_seated(user, players)
        suspect = _suspect(players, mine, complaint)
        check_borne_out(complaint.category, match, suspect, has_line=bool(complaint.line), now=now)
        assert suspect.user_id is not None  # `_suspect` finds people only
        return _file(suspect.user_id, match, user, complaint, now)


def report_person(*, person: User, user: User, complaint: Complaint, now: datetime) -> ReportAtom:
    """Report *person* from their profile, or for the message that is the complaint's line; to
    report the same twice changes nothing.

    Raises GuestsReportNot, NeedsMatch or TooManyReports.
    """
    if user.is_guest:
        raise GuestsReportNot
    is_of_message = complaint.category == "talk" and bool(complaint.line)
    if not (is_of_message or complaint.category in WITHOUT_MATCH) or person == user:
        raise NeedsMatch
    with writing():
        return _file(person.pk, None, user, complaint, now)


def _file(
    suspect_id: int, match: Match | None, user: User, complaint: Complaint, now: datetime
) -> ReportAtom:
    category = CATEGORIES[complaint.category]
    recent = ReportAtom.objects.filter(reporter=user, made_at__gt=now - timedelta(days=1))
    report = _open_report(suspect_id, category.room, now)
    atom, is_new = ReportAtom.objects.get_or_create(
        report=report,
        reporter=user,
        match=match,
        category=complaint.category,
        defaults={"text": complaint.text[:1000], "line": complaint.line[:300], "made_at": now},
    )
    if is_new:
        if recent.count() > MOST_A_DAY:
            raise TooManyReports
        Report.objects.filter(pk=report.pk).update(score=F("score") + category.weight)
    return atom


def _suspect(players: Sequence[Player], mine: Player, complaint: Complaint) -> Player:
    others = [p for p in players if p.seat != mine.seat and p.user_id is not None]
    chosen = [p for p in others if complaint.seat in (None, p.seat)]
    if not chosen:
        raise DoesNotFit
    return chosen[0]


def _open_report(suspect_id: int, room: str, now: datetime) -> Report:
    """Return the one open report about a person in a room; the person's row makes others wait."""
    User.objects.select_for_update(no_key=True).get(pk=suspect_id)
    report, _is_new = Report.objects.get_or_create(
        suspect_id=suspect_id, room=room, closed_at=None, defaults={"opened_at": now}
    )
    return report


# Staff


def take(*, report_id: int, actor: User, now: datetime) -> Report:
    """Take a report on. Raises NotAllowed, Conflict or TakenByAnother."""
    with writing():
        report = _held(report_id, actor, now)
        if report.taken_by_id not in (None, actor.pk):
            raise TakenByAnother
        report.taken_by, report.taken_at, report.snoozed_until = actor, now, None
        report.save(update_fields=["taken_by", "taken_at", "snoozed_until"])
        write(Why(actor, "report", "", report), "report-taken", now=now, person=report.suspect)
    return report


def take_next(*, actor: User, room: str = "", now: datetime) -> Report | None:
    """Take the most pressing report nobody is at and that is none of one's own affairs."""
    free = waiting(now).filter(taken_by=None).exclude(atoms__reporter=actor)
    if not is_senior(actor):
        free = free.filter(for_seniors=False)
    for report in free.filter(room=room)[:20] if room else free[:20]:
        try:
            return take(report_id=report.pk, actor=actor, now=now)
        except GamesError:
            continue
    return None


def snooze(*, report_id: int, actor: User, hours: int, now: datetime) -> None:
    """Put a report off, and let go of it. Raises CannotRule for less than an hour or too long."""
    if not 0 < hours <= 24 * 14:
        raise CannotRule
    with writing():
        report = _held(report_id, actor, now)
        report.snoozed_until = now + timedelta(hours=hours)
        report.taken_by = report.taken_at = None
        report.save(update_fields=["snoozed_until", "taken_by", "taken_at"])
        write(Why(actor, "report", "", report), "report-snoozed", now=now, person=report.suspect)


def note(*, report_id: int, actor: User, text: str, now: datetime) -> None:
    """Write something down for one's colleagues. Raises NoReason for no words."""
    if not text.strip():
        raise NoReason
    with writing():
        report = _held(report_id, actor, now)
        ReportNote.objects.create(report=report, author=actor, text=text[:1000], made_at=now)
        write(Why(actor, "report", "", report), "report-noted", now=now, person=report.suspect)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a report that is closed, to both sides."""

    text: str = ""
    """To everybody who reported, in one's own words."""
    canned: str = ""
    """One of `CANNED`, which everybody reads in their own language where there are no others."""
    tells_suspect: bool = False
    """Whether the person concerned is told, as a warning."""
    to_suspect: str = ""
    """What they are told; else what is canned."""


def close(*, report_id: int, actor: User, outcome: str, answer: Answer, now: datetime) -> None:
    """Close a report with an answer to everybody who told of it, and perhaps a warning.

    Raises DoesNotFit, NotAllowed, NoReason for a warning without words, or Conflict.
    """
    if outcome not in Report.Outcome.values or answer.canned not in ("", *CANNED):
        raise DoesNotFit
    with writing():
        report = _held(report_id, actor, now)
        report.closed_at, report.outcome = now, outcome
        report.answer, report.canned = answer.text.strip()[:500], answer.canned
        report.taken_by, report.taken_at = actor, report.taken_at or now
        report.save()
        why = Why(actor, "report", report.answer or answer.canned or outcome, report)
        write(
            why,
            "report-closed",
            now=now,
            person=report.suspect,
            facts=Facts(after={"outcome": outcome}),
        )
        if answer.tells_suspect:
            _warn(report, answer, why, now)
        _tell_reporters(report, now)


def _tell_reporters(report: Report, now: datetime) -> None:
    """The bell says that there is an answer, and about whom; the answer is on their own page."""
    atoms = list(report.atoms.select_related("match"))
    reporters = {atom.reporter_id for atom in atoms}
    kept = {atom.reporter_id for atom in atoms if atom.match and keeps_names(atom.match)}
    for reporter in User.objects.filter(pk__in=reporters, is_active=True):
        tell(
            user=reporter,
            kind=NoticeKind.REPORT_ANSWERED,
            person=None if reporter.pk in kept else report.suspect,
            subject=str(report.pk),
            now=now,
        )


def _warn(report: Report, answer: Answer, why: Why, now: datetime) -> None:
    with override(report.suspect.language or settings.LANGUAGE_CODE):
        text = answer.to_suspect.strip() or str(CANNED[answer.canned][1] if answer.canned else "")
    if not text:
        raise NoReason
    reason = "abuse" if report.room == Report.Room.TALK else "other"
    impose(person=report.suspect, limit=Limit("warn", reason, None, text), why=why, now=now)


def pass_on(*, report_id: int, actor: User, now: datetime) -> None:
    """Leave a report to the seniors, and let go of it; whoever is one has nobody to pass it to."""
    with writing():
        report = _held(report_id, actor, now)
        if report.for_seniors or is_senior(actor):
            raise CannotRule
        report.for_seniors, report.taken_by, report.taken_at = True, None, None
        report.save(update_fields=["for_seniors", "taken_by", "taken_at"])
        write(Why(actor, "report", "", report), "report-passed-on", now=now, person=report.suspect)


def is_senior(actor: User) -> bool:
    """Return whether reports that others pass on are for them."""
    return actor.has_perm("moderation.decide_matches")


def _held(report_id: int, actor: User, now: datetime) -> Report:
    """An open report under its lock, for somebody who may work on it."""
    if not actor.has_perm("moderation.work_reports"):
        raise NotAllowed
    open_ones = Report.objects.select_for_update(of=("self",)).filter(closed_at=None)
    report = open_ones.select_related("suspect").get(pk=report_id)
    conflicts.check_report(actor, report, now)
    return report


def waiting(now: datetime) -> QuerySet[Report]:
    """Return the open reports that are not put off, most pressing first."""
    awake = Q(snoozed_until=None) | Q(snoozed_until__lte=now)
    return Report.objects.filter(awake, closed_at=None).order_by("-score", "opened_at")
