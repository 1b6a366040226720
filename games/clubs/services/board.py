"""The board of announcements, and what is reported and done about clubs."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.clubs.exceptions import (
    ClubClosed,
    GuestsJoinNot,
    NoClub,
    NothingWritten,
    TooMuchWritten,
)
from games.clubs.models import Announcement, Club, ClubReport, Member
from games.clubs.services.members import check_role, lock_club
from games.people.writing import Writing, check_may_write
from queues.transactions import writing

Role = Member.Role
MOST_A_DAY = 5
"""Announcements of one club, and reports of one person."""
DAY = timedelta(days=1)
LONGEST, LONGEST_REPORT = 2000, 1000


def announce(*, uid: str, officer: User, text: str, now: datetime) -> None:
    """Write on the board. Raises NoClub, ClubClosed, NothingWritten, TooMuchWritten, or what
    `people.writing` refuses."""
    words = _clean(text, LONGEST)
    with writing():
        club = lock_club(uid)
        check_role(club, officer, Role.OFFICER)
        if club.closed_at is not None:
            raise ClubClosed
        check_may_write(Writing.PUBLIC, officer, now=now)
        if club.announcements.filter(made_at__gt=now - DAY).count() >= MOST_A_DAY:
            raise TooMuchWritten
        Announcement.objects.create(club=club, author=officer, text=words, made_at=now)


def take_down(*, uid: str, officer: User, key: int) -> None:
    """Take an announcement off the board. Raises NoClub."""
    with writing():
        club = lock_club(uid)
        check_role(club, officer, Role.OFFICER)
        if not club.announcements.filter(pk=key, hidden_at=None).delete()[0]:
            raise NoClub


def report(*, uid: str, user: User, text: str, now: datetime) -> None:
    """Tell the moderators; to report a club twice before they have looked changes nothing.

    Raises NoClub, GuestsJoinNot, NothingWritten or TooMuchWritten.
    """
    if user.is_guest:
        raise GuestsJoinNot
    words = _clean(text, LONGEST_REPORT)
    with writing():
        club = lock_club(uid)
        if ClubReport.objects.filter(reporter=user, made_at__gt=now - DAY).count() >= MOST_A_DAY:
            raise TooMuchWritten
        ClubReport.objects.get_or_create(
            club=club, reporter=user, done_at=None, defaults={"text": words, "made_at": now}
        )


def hide(*, key: int, now: datetime) -> Announcement:
    """Hide an announcement, as a moderator does. Raises NoClub."""
    with writing():
        row = Announcement.objects.select_related("club", "author").filter(pk=key).first()
        if row is None:
            raise NoClub
        Announcement.objects.filter(pk=key, hidden_at=None).update(hidden_at=now)
    return row


def set_closed(*, uid: str, is_closed: bool, now: datetime) -> Club:
    """Close a club, or open it again, as a moderator does. Raises NoClub."""
    with writing():
        club = lock_club(uid)
        club.closed_at = (club.closed_at or now) if is_closed else None
        club.save(update_fields=["closed_at"])
    return club


def settle_reports(*, uid: str, now: datetime) -> Club:
    """Note that a moderator has looked at what was reported. Raises NoClub."""
    with writing():
        club = lock_club(uid)
        club.reports.filter(done_at=None).update(done_at=now)
    return club


def _clean(text: str, longest: int) -> str:
    words = text.replace("\x00", "").strip()
    if not 0 < len(words) <= longest:
        raise NothingWritten
    return words
