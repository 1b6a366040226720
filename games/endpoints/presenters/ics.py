"""A user's deadlines as an iCalendar (RFC 5545): when, which game, a link; no position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.names import game_name
from games.match.presenters.clocktext import deadline_sentence
from games.match.rests import RunningClock

SHOWN_FOR = timedelta(minutes=30)
"""An entry ends at the deadline; one without length is drawn by few programs."""

FOLD = 75
"""Octets of a line, at most."""


@dataclass(frozen=True, slots=True)
class Due:
    """One seat that owes a move."""

    uid: str
    seat: int
    game: str
    clock: RunningClock
    sequence: int


def calendar_text(dues: Iterable[Due], now: datetime) -> str:
    """The whole calendar, in the current language and time zone."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jinya//Deadlines//EN"),
        *("METHOD:PUBLISH", "REFRESH-INTERVAL;VALUE=DURATION:PT15M", "X-PUBLISHED-TTL:PT15M"),
        f"X-WR-CALNAME:{_escaped(_('Jinya: deadlines'))}",
        *(line for due in dues for line in _event(due, now)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(due: Due, now: datetime) -> Iterator[str]:
    url = settings.SITE_URL + reverse("games:match", args=[due.uid])
    title = _("Jinya: a board waits (%(game)s)") % {"game": game_name(due.game)}
    yield "BEGIN:VEVENT"
    yield f"UID:{due.uid}-{due.seat}@{settings.MAIL_DOMAIN}"
    yield f"SEQUENCE:{due.sequence}"
    yield f"DTSTAMP:{_utc(now)}"
    yield f"DTSTART:{_utc(due.clock.deadline - SHOWN_FOR)}"
    yield f"DTEND:{_utc(due.clock.deadline)}"
    yield f"SUMMARY:{_escaped(title)}"
    yield f"DESCRIPTION:{_escaped(deadline_sentence(due.clock, now))}\\n{_escaped(url)}"
    yield f"URL:{url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r\n", "\n").replace("\n", "\\n")


def _folded(line: str) -> str:
    """*line* in pieces of at most 75 octets; no character is cut in two."""
    pieces, size = [""], 0
    for sign in line:
        width = len(sign.encode())
        if size + width > FOLD:
            pieces.append(" ")
            size = 1
        pieces[-1] += sign
        size += width
    return "\r\n".join(pieces)
