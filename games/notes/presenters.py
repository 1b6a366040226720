"""A player's notes as they are read: where each was made, and its tags as links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.names import game_name, player_name, presenter_for, title_of
from games.common.addresses import address
from games.notes.selectors import TAG, FoundNote, MatchNotes


@dataclass(frozen=True, slots=True)
class Remark:
    """Words to one board of a match."""

    move: int
    """The move that led there, counted as the list of moves does; 0 for the start."""
    ply: int
    place: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note that was found."""

    title: str
    game_name: str
    place: str
    """To which move it was made; empty for the whole match."""
    url: str
    words: SafeString


def plies_before(game: str) -> int:
    """Return how many plies of a match of *game* are no moves."""
    return presenter_for(game).plies_before


def remarks_of(notes: MatchNotes, match_url: str) -> tuple[Remark, ...]:
    """Return what was noted to single boards, in their order."""
    first = plies_before(notes.game)
    return tuple(
        Remark(max(0, ply - first), ply, _place(notes.game, ply), f"{match_url}?ply={ply}", text)
        for ply, text in notes.remarks
    )


def note_rows(found: Iterable[FoundNote]) -> list[NoteRow]:
    """The notes that were found, each with the way to its board."""
    return [_row(note) for note in found]


def _row(note: FoundNote) -> NoteRow:
    game = note.match.game
    url = address("games:match", note.match.uid)
    names = tuple(player_name(game, name, is_bot=is_bot) for name, is_bot in note.seats)
    return NoteRow(
        title=title_of(names),
        game_name=game_name(game),
        place="" if note.ply is None else _place(game, note.ply),
        url=url if note.ply is None else f"{url}?ply={note.ply}",
        words=_with_links(note.text),
    )


def _place(game: str, ply: int) -> str:
    number = max(0, ply - plies_before(game))
    return _("Move %(move)s") % {"move": number} if number else _("Start")


def _with_links(text: str) -> SafeString:
    """Return the words, with each tag a link to what else bears it."""
    parts = TAG.split(text)
    plain, tags = parts[::2], [*parts[1::2], None]
    return format_html_join(
        "", "{}{}", ((words, _link(tag)) for words, tag in zip(plain, tags, strict=True))
    )


def _link(tag: str | None) -> SafeString:
    if tag is None:
        return SafeString()
    query = urlencode({"tag": tag.casefold()})
    return format_html('<a href="{}?{}">#{}</a>', address("games:notes"), query, tag)
