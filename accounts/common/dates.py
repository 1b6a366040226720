"""Moments as text, the same everywhere: in the reader's time zone and language.

How they are written stands in `config.formats`: a short form, a day, and an exact form behind
these two. None says "yesterday": pages stay open, and mails are read later.
"""

from __future__ import annotations

from datetime import date, datetime, time
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format, get_format, time_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.common.zones import offset_text


def moment_text(moment: datetime) -> str:
    """Day and time: "Fri 20 Nov, 21:00"; the year where it is another one than this."""
    there = timezone.localtime(moment)
    is_of_this_year = there.year == timezone.localtime().year
    text = _minute(there, "SHORT_DATETIME_FORMAT" if is_of_this_year else "DATETIME_FORMAT")
    if timezone.get_current_timezone_name() == "UTC":  # nobody's own: visitors have told us none
        return f"{text} UTC"
    return text


def day_text(moment: datetime) -> str:
    """A day of any year: "Fri 20 Nov 2026"."""
    return date_text(timezone.localtime(moment).date())


def date_text(date: date) -> str:
    """Return *date*, which is one in every zone: "Fri 20 Nov 2026"."""
    return _day(date, "DATE_FORMAT", get_language())


def exact_text(moment: datetime) -> str:
    """A moment to the second, in a zone that is named: "Fri 20 Nov 2026, 21:00:05 UTC+09:00"."""
    there = timezone.localtime(moment)
    return f"{_minute(there, 'DATETIME_FORMAT')}:{there:%S} {offset_text(there)}"


def _minute(there: datetime, name: str) -> str:
    """A moment by the format of that name."""
    return f"{_day(there.date(), name, get_language())}{there:%H:%M}"


@lru_cache(maxsize=2048)
def _day(there: date, name: str, _language: str | None) -> str:
    """What the format of that name says of a day, up to the time, which stands last everywhere.

    Lists are full of moments of the same few days, and to read a format takes longer than all else.
    """
    return date_format(there, get_format(name).removesuffix(get_format("TIME_FORMAT")))


def time_text(there: datetime | time) -> str:
    """Return the time of day that *there* shows: "21:00"."""
    return time_format(there, "TIME_FORMAT")


def iso_text(moment: datetime) -> str:
    """A moment for machines, as `datetime` of an element wants it."""
    return timezone.localtime(moment).isoformat()


def when(moment: datetime) -> SafeString:
    """An element with the short text, and the exact one on hover."""
    return _element(moment, moment_text(moment))


def day(moment: datetime) -> SafeString:
    """An element with the day, and the exact moment on hover."""
    return _element(moment, day_text(moment))


def _element(moment: datetime, text: str) -> SafeString:
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', iso_text(moment), exact_text(moment), text
    )
