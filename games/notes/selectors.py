"""A player's own notes: on one match, and all that say something."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch, QuerySet

from games.match.reading.names import name_for
from games.match.reading.selectors import match_by_uid, with_users
from games.match.reading.viewers import seat_of
from games.match.reading.visibility import NoSuchMatch
from games.notes.models import MatchNote

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match

TAG = re.compile(r"(?<![\w#])#(\w{1,30})(?!\w)")
"""A word behind a number sign, wherever it stands in a note."""

LOOKED_AT = 500
"""Notes, the newest, among which tags are counted."""

MOST_TAGS = 30


@dataclass(frozen=True, slots=True)
class MatchNotes:
    """The notes of one player on one match."""

    game: str
    text: str
    """About the whole of it."""
    remarks: tuple[tuple[int, str], ...]
    """After which ply, and the words; in the order of the plies."""


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note that was looked for."""

    match: Match
    seats: tuple[tuple[str, bool], ...]
    """Who sits where: a name or a bot's level, and whether it is one."""
    ply: int | None
    text: str


@dataclass(frozen=True, slots=True)
class FoundNotes:
    """Some of a user's notes, newest first."""

    notes: tuple[FoundNote, ...]
    older: int | None
    """What to ask `before` for the next; None where there are none."""
    is_newest: bool


def notes_on(uid: str, user: Visitor) -> MatchNotes:
    """Return *user*'s notes on match *uid*; Match.DoesNotExist for whoever does not play in it."""
    match = match_by_uid(uid)
    if seat_of(user, match.players.all()) is None or user.pk is None:
        raise NoSuchMatch
    rows = MatchNote.objects.filter(match=match, user_id=user.pk)
    notes = list(rows.order_by("ply").values_list("ply", "text"))
    whole = next((text for ply, text in notes if ply is None), "")
    remarks = tuple((ply, text) for ply, text in notes if ply is not None)
    return MatchNotes(match.game, whole, remarks)


def find_notes(
    user_id: int, *, words: str = "", tag: str = "", before: int | None = None, most: int = 25
) -> FoundNotes:
    """Return the user's notes in which all *words* stand, and the *tag*, if they are given."""
    rows = _notes_with(user_id, words, tag)
    rows = rows if before is None else rows.filter(pk__lt=before)
    everybody = Prefetch("match__players", with_users())
    found = list(rows.select_related("match").prefetch_related(everybody)[: most + 1])
    shown = found[:most]
    return FoundNotes(
        notes=tuple(_found(row) for row in shown),
        older=shown[-1].pk if len(found) > most else None,
        is_newest=before is None,
    )


def _notes_with(user_id: int, words: str, tag: str) -> QuerySet[MatchNote]:
    rows = MatchNote.objects.filter(user_id=user_id).order_by("-pk")
    for word in words.split():
        rows = rows.filter(text__icontains=word)
    return rows.filter(text__iregex=rf"(^|[^\w#])#{tag}(\W|$)") if tag else rows


def _found(row: MatchNote) -> FoundNote:
    players = row.match.players.all()
    match, reader = row.match, row.user_id
    seats = tuple((name_for(match, one, reader), bool(one.bot)) for one in players)
    return FoundNote(row.match, seats, row.ply, row.text)


def tags_of(user_id: int) -> list[str]:
    """Return the tags in the user's newest notes, those that stand there most often first."""
    rows = MatchNote.objects.filter(user_id=user_id, text__contains="#").order_by("-pk")
    texts = rows.values_list("text", flat=True)[:LOOKED_AT]
    counts = Counter(tag.casefold() for text in texts for tag in set(TAG.findall(text)))
    return [tag for tag, _times in counts.most_common(MOST_TAGS)]
