"""Talk as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.refusals import error_sentence
from games.chat.models import LONGEST_LINE, ChatLine
from games.chat.presets import PRESETS
from games.chat.selectors import LineFacts, TalkFacts
from games.chat.services import TalkClosed

Room = ChatLine.Room


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line."""

    author: str
    room: str
    """What kind of line it is, where that is not clear; else ""."""
    text: str
    said_at: datetime
    is_mine: bool
    report_url: str


@dataclass(frozen=True, slots=True)
class Talk:
    """Everything around one match that its reader hears, and where they may speak."""

    url: str
    lines: tuple[TalkLine, ...]
    rooms: tuple[tuple[str, str], ...]
    presets: tuple[tuple[str, str], ...]
    mutes: tuple[tuple[str, bool], ...]
    """Names, and whether each is muted."""
    longest: int
    text: str
    """What was written and not sent, as it was refused."""
    said: str
    quick_only: str
    """Why there are only quick messages to send; empty where own words pass."""
    closed: str
    """Why nobody can say anything here now; empty where one may."""
    match_url: str


def present_talk(facts: TalkFacts, *, said: str = "", text: str = "") -> Talk:
    """Return the talk of *facts*; *said* is why the line with that *text* was refused."""
    can_speak = Room.PLAYERS in facts.rooms or Room.WATCHERS in facts.rooms
    return Talk(
        url=reverse("games:talk", args=[facts.uid]),
        lines=tuple(_line(facts, line) for line in facts.lines),
        rooms=tuple((room, room_names()[room]) for room in facts.rooms),
        presets=tuple((key, str(text)) for key, text in PRESETS.items()) if can_speak else (),
        mutes=tuple((name, name in facts.muted) for name in facts.others),
        longest=LONGEST_LINE,
        text=text,
        said=said,
        closed=error_sentence(TalkClosed()) if facts.is_closed else "",
        quick_only=error_sentence(facts.quick_only()) if facts.quick_only else "",
        match_url=reverse("games:match", args=[facts.uid]),
    )


def room_names() -> dict[str, str]:
    """Return what each room is called where one chooses it."""
    return {
        Room.PLAYERS: _("To your opponent"),
        Room.WATCHERS: _("To the spectators"),
        Room.LATER: _("For later: shown when the match is over"),
    }


def _line(facts: TalkFacts, line: LineFacts) -> TalkLine:
    kinds = {Room.LATER: _("remark"), Room.WATCHERS: _("spectator") if facts.is_seated else ""}
    text = str(PRESETS[line.preset]) if line.preset in PRESETS and line.text else line.text
    may_report = facts.is_seated and not line.is_mine and not line.is_hidden
    url = reverse("games:report", args=[facts.uid])
    return TalkLine(
        author=line.author,
        room=kinds.get(Room(line.room), ""),
        text=text or _("A moderator has hidden this message."),
        said_at=line.said_at,
        is_mine=line.is_mine,
        report_url=f"{url}?line={line.name}" if may_report and line.room == Room.PLAYERS else "",
    )
