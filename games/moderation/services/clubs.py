"""What moderators do about clubs: hiding announcements, closing clubs, settling reports."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from games.clubs.services import board
from games.moderation.services.log import Facts, Why, check_right, write
from queues.transactions import writing

if TYPE_CHECKING:
    from games.clubs.models import Club


def hide_announcement(*, key: int, why: Why, now: datetime) -> None:
    """Hide an announcement. Raises NotAllowed, NoReason or NoClub."""
    check_right(why, "hide_lines")
    with writing():
        hidden = board.hide(key=key, now=now)
        write(why, "announcement-hidden", now=now, person=hidden.author, facts=_facts(hidden.club))


def set_club_closed(*, uid: str, is_closed: bool, why: Why, now: datetime) -> None:
    """Close a club, or open it again. Raises NotAllowed, NoReason or NoClub."""
    check_right(why, "sanction")
    with writing():
        club = board.set_closed(uid=uid, is_closed=is_closed, now=now)
        write(why, "club-closed" if is_closed else "club-opened", now=now, facts=_facts(club))


def settle_club_reports(*, uid: str, why: Why, now: datetime) -> None:
    """Note that the reports of a club were looked at. Raises NotAllowed, NoReason or NoClub."""
    check_right(why, "work_reports")
    with writing():
        club = board.settle_reports(uid=uid, now=now)
        write(why, "club-reports-closed", now=now, facts=_facts(club))


def _facts(club: Club) -> Facts:
    return Facts(after={"club": club.name})
