"""A user's deadlines, and dates of events, as an iCalendar (RFC 5545): when, which game, a link; no
position, and no name of anybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.names import game_name
from games.match.clocks.timeoff import RunningClock
from games.match.presenters.clocktext import due_sentence

SHOWN_FOR = timedelta(minutes=30)
"""An entry ends at the deadline; one without length is drawn by few programs."""

FOLD = 75
"""Octets of a line, at most."""


_UTC = (
    *("BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"),
    *("TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "TZNAME:UTC", "END:STANDARD", "END:VTIMEZONE"),
)
"""A calendar has at least one component (RFC 5545, 3.6), also where nothing is due."""


@dataclass(frozen=True, slots=True)
class Due:
    """One seat that owes a move."""

    uid: str
    seat: int
    game: str
    clock: RunningClock
    sequence: int


@dataclass(frozen=True, slots=True)
class Appointment:
    """Something else that happens at a time which never moves."""

    uid: str
    at: datetime
    title: str
    url: str
    """Its page, without the site."""
    sentence: str = ""
    """What there is to say besides the title."""


def calendar_text(dues: Iterable[Due], appointments: Iterable[Appointment], now: datetime) -> str:
    """Return the whole calendar, in the current language and time zone."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jinya//Deadlines//EN"),
        *("METHOD:PUBLISH", "REFRESH-INTERVAL;VALUE=DURATION:PT15M", "X-PUBLISHED-TTL:PT15M"),
        f"X-WR-CALNAME:{_escaped(_('Jinya: deadlines'))}",
        *_UTC,
        *(line for due in dues for line in _due(due, now)),
        *(line for appointment in appointments for line in _event(appointment, 0, now)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _due(due: Due, now: datetime) -> Iterator[str]:
    title = _("Jinya: a board waits (%(game)s)") % {"game": game_name(due.game)}
    appointment = Appointment(
        f"{due.uid}-{due.seat}",
        due.clock.deadline,
        title,
        reverse("games:match", args=[due.uid]),
        due_sentence(due.clock),
    )
    return _event(appointment, due.sequence, now)


def _event(appointment: Appointment, sequence: int, now: datetime) -> Iterator[str]:
    url = settings.SITE_URL + appointment.url
    description = "\n".join(filter(None, (appointment.sentence, url)))
    yield "BEGIN:VEVENT"
    yield f"UID:{appointment.uid}@{settings.MAIL_DOMAIN}"
    yield f"SEQUENCE:{sequence}"
    yield f"DTSTAMP:{_utc(now)}"
    yield f"DTSTART:{_utc(appointment.at - SHOWN_FOR)}"
    yield f"DTEND:{_utc(appointment.at)}"
    yield f"SUMMARY:{_escaped(appointment.title)}"
    yield f"DESCRIPTION:{_escaped(description)}"
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
