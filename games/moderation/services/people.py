"""What staff do with a person besides sanctions: remember something, end a lost second factor."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from accounts.sign_in import second_factor
from games.chat.services import hide_line
from games.moderation import conflicts
from games.moderation.models import StaffNote
from games.moderation.services.log import Facts, NoReason, NotAllowed, Why, check_right, write
from queues.transactions import writing


def note_on(*, person: User, text: str, actor: User, now: datetime) -> None:
    """Write something down about a person, for one's colleagues. Raises NotAllowed, NoReason."""
    if not actor.has_perm("moderation.work_reports"):
        raise NotAllowed
    if not text.strip():
        raise NoReason
    with writing():
        conflicts.check_person(actor, person, now)
        StaffNote.objects.create(person=person, author=actor, text=text[:1000], made_at=now)
        write(Why(actor, "other", text), "person-noted", now=now, person=person)


def reset_factor(*, person: User, with_passkeys: bool, why: Why, now: datetime) -> None:
    """End the second factor of a person who has lost it and has shown who they are; their passkeys,
    too, where that is asked for."""
    check_right(why, "sanction_long")
    with writing():
        conflicts.check_person(why.actor, person, now)
        had = second_factor.end(person, with_passkeys=with_passkeys)
        facts = Facts(before={"had_one": had}, after={"with_passkeys": with_passkeys})
        write(why, "factor-reset", now=now, person=person, facts=facts)


def hide(*, line_id: int, why: Why, now: datetime) -> None:
    """Hide a line of talk from everybody.

    Raises NotAllowed, NoReason or Conflict.
    """
    check_right(why, "hide_lines")
    with writing():
        line = hide_line(line_id=line_id, now=now)
        conflicts.check_match(why.actor, line.match, now)
        write(
            why, "line-hidden", now=now, person=line.author, match=line.match,
            facts=Facts(after={"line": line.pk}),
        )  # fmt: skip
