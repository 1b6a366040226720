"""A player's own notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.selectors import match_by_uid
from games.match.viewers import seat_of
from games.match.visibility import NoSuchMatch
from games.notes.models import MatchNote

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser


def note_of(uid: str, user: AbstractBaseUser | AnonymousUser) -> str:
    """What *user* has noted on match *uid*; Match.DoesNotExist for whoever does not play in it."""
    match = match_by_uid(uid)
    if seat_of(user, match.players.all()) is None or user.pk is None:
        raise NoSuchMatch
    note = MatchNote.objects.filter(match=match, user_id=user.pk).first()
    return note.text if note else ""
