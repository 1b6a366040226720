"""Private notes on a match. Like guess marks they change nothing for anybody else."""

from __future__ import annotations

from accounts.common.visitors import Visitor
from games.common.exceptions import NoteTooLong, NoteWithoutPlace, TooManyNotes
from games.match.changes.permissions import check_seated
from games.match.reading.selectors import match_by_uid
from games.notes.models import LONGEST_NOTE, MatchNote
from queues.transactions import writing

MOST_REMARKS = 200
"""Plies of one match to which a player can note something."""

LAST_PLY = 99_999


def keep_note(*, uid: str, user: Visitor, text: str, ply: int | None = None) -> None:
    """Keep *text* as what *user* notes on match *uid*, or on its board after *ply*; without words
    there is no note.

    Raises Match.DoesNotExist, NotSeated, NoteTooLong, NoteWithoutPlace for a ply no match comes to,
    or TooManyNotes.
    """
    text = text.replace("\x00", "").replace("\r\n", "\n").strip()
    with writing():
        match = match_by_uid(uid)
        player = check_seated(user, list(match.players.all()))
        if len(text) > LONGEST_NOTE:
            raise NoteTooLong
        if ply is not None and not 0 <= ply <= LAST_PLY:
            raise NoteWithoutPlace
        assert player.user_id is not None
        mine = MatchNote.objects.filter(match=match, user_id=player.user_id)
        if not text:
            mine.filter(ply=ply).delete()
            return
        if ply is not None and mine.exclude(ply=ply).exclude(ply=None).count() >= MOST_REMARKS:
            raise TooManyNotes
        mine.update_or_create(match=match, user_id=player.user_id, ply=ply, defaults={"text": text})


def move_notes(from_id: int, to_id: int) -> None:
    """Give the notes of one user to another, but in matches on which that one has noted already."""
    written = MatchNote.objects.filter(user_id=to_id).values("match")
    MatchNote.objects.filter(user_id=from_id).exclude(match__in=written).update(user_id=to_id)
