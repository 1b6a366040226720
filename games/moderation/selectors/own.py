"""What a person may know of how the site deals with them: their reports, their sanctions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from accounts.models import Sanction
from accounts.sanctions.rights import limit_on
from games.chat.selectors import readable_line
from games.common.filling import filled
from games.common.names import UNNAMED
from games.common.rownames import called, name_of
from games.match.changes.permissions import allowed, check_seated
from games.match.reading.names import keeps_names, name_for
from games.match.reading.selectors import begun_match, players_of
from games.moderation.categories import CANNED, CATEGORIES
from games.moderation.fitting import check_borne_out
from games.moderation.models import Appeal, ReportAtom

if TYPE_CHECKING:
    from accounts.models import User
    from accounts.sanctions.rights import Verb


@dataclass(frozen=True, slots=True)
class OwnReport:
    """One report of one's own. Nobody else's is ever told, nor who works on it."""

    uid: str
    """Of the match; "" for a report from a profile."""
    category: str
    suspect: str
    made_at: datetime
    state: str
    """received, taken or closed."""
    outcome: str
    answer: str


@dataclass(frozen=True, slots=True)
class OwnSanction:
    """A limit set to one's account, with its appeal."""

    name: str
    """What it is called on pages (`rownames`)."""
    kind: str
    reason: str
    text: str
    starts_at: datetime
    ends_at: datetime | None
    stands: bool
    was_lifted: bool
    appeal: str
    """none, open, upheld or denied."""
    answer: str


@dataclass(frozen=True, slots=True)
class Reportable:
    """The people whom a player may report at a board, and the line, if any."""

    uid: str
    game: str
    people: tuple[tuple[int, str], ...]
    line: str
    categories: tuple[str, ...]
    """What the match bears out of at least one of them."""


def reportable(uid: str, user: User, line_name: str, now: datetime) -> Reportable:
    """Return what *user* may report in match *uid*. Raises NoSuchMatch or NotSeated."""
    match = begun_match(uid, user)
    players = players_of(match)
    mine = check_seated(user, players)
    others = [p for p in players if p.user_id is not None and p.seat != mine.seat]
    people = tuple((p.seat, name_for(match, p, user.pk)) for p in others)
    line = readable_line(uid, user, line_name) if line_name else None
    text = "" if line is None or line.is_mine or line.room == "later" else line.text
    borne_out = partial(check_borne_out, match=match, has_line=bool(text), now=now)
    offered = [
        category
        for category in CATEGORIES
        if any(allowed(borne_out, category, suspect=other) for other in others)
    ]
    return Reportable(uid, match.game, people, text, tuple(offered))


def own_reports(user_id: int) -> list[OwnReport]:
    """Return what the user has reported, newest first."""
    atoms = ReportAtom.objects.filter(reporter_id=user_id).order_by("-pk")[:100]
    return [_own_report(atom) for atom in atoms.select_related("report__suspect", "match")]


def _own_report(atom: ReportAtom) -> OwnReport:
    report = atom.report
    is_closed = report.closed_at is not None
    state = "closed" if is_closed else "taken" if report.taken_by_id else "received"
    return filled(
        OwnReport,
        atom,
        report,
        uid=atom.match.uid if atom.match else "",
        suspect=UNNAMED if atom.match and keeps_names(atom.match) else report.suspect.name,
        state=state,
        answer=report.answer or (str(CANNED[report.canned][0]) if report.canned else ""),
    )


def own_sanctions(user: User, now: datetime) -> list[OwnSanction]:
    """Return what was ever set to the user's account, newest first."""
    rows = list(Sanction.objects.filter(user=user)[:100])
    appeals = {row.sanction_id: row for row in Appeal.objects.filter(sanction__in=rows)}
    return [_own_sanction(row, appeals.get(row.pk), now) for row in rows]


def own_limit(user: User, verbs: Iterable[Verb], now: datetime) -> OwnSanction | None:
    """Return the sanction that keeps the user from the first of *verbs* that one forbids now."""
    row = limit_on(user, verbs, now)
    if row is None:
        return None
    return _own_sanction(row, Appeal.objects.filter(sanction=row).first(), now)


def own_sanction(user: User, name: str) -> Sanction | None:
    """Return the user's own sanction of that name."""
    return called(name, Sanction.objects.filter(user=user))


def _own_sanction(row: Sanction, appeal: Appeal | None, now: datetime) -> OwnSanction:
    state = "none" if appeal is None else appeal.outcome or "open"
    return filled(
        OwnSanction,
        row,
        name=name_of(row),
        text=row.public_text,
        stands=row.stands(now),
        was_lifted=row.lifted_at is not None,
        appeal=state,
        answer=appeal.answer if appeal else "",
    )
