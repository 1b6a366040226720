"""Private notes on a match. Like guess marks they change nothing for anybody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.common.exceptions import NoteTooLong
from games.match.permissions import check_seated
from games.match.selectors import match_by_uid
from games.notes.models import LONGEST_NOTE, MatchNote
from queues.transactions import writing

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser


def keep_note(*, uid: str, user: AbstractBaseUser | AnonymousUser, text: str) -> None:
    """Keep *text* as what *user* notes on match *uid*; without words there is no note.

    Raises Match.DoesNotExist, NotSeated or NoteTooLong.
    """
    text = text.replace("\x00", "").replace("\r\n", "\n").strip()
    with writing():
        match = match_by_uid(uid)
        player = check_seated(user, list(match.players.all()))
        if len(text) > LONGEST_NOTE:
            raise NoteTooLong
        assert player.user_id is not None
        if text:
            MatchNote.objects.update_or_create(
                match=match, user_id=player.user_id, defaults={"text": text}
            )
        else:
            MatchNote.objects.filter(match=match, user_id=player.user_id).delete()


def move_notes(from_id: int, to_id: int) -> None:
    """Give the notes of one user to another, but where that one has written already."""
    written = MatchNote.objects.filter(user_id=to_id).values("match")
    MatchNote.objects.filter(user_id=from_id).exclude(match__in=written).update(user_id=to_id)
