"""Time as text: the one sentence about a deadline that is the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.moments import moment_text
from games.common.languages import once_a_language
from games.match.clocks import LOW


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's time."""

    deadline: datetime | None
    """When it runs out; None while it stands still or there is no limit."""
    short: str
    """For the panel: "4 d 12 h", "9:41"; empty without a limit."""
    sentence: str
    is_running: bool
    is_low: bool
    low_seconds: int = 0
    """Below how much a running clock is low."""


DAY, HOUR, MINUTE = 86_400, 3_600, 60


def clock_of(
    deadline: datetime | None, seconds: int | None, now: datetime, *, low: timedelta = LOW
) -> Clock:
    """A seat's clock: running towards *deadline*, standing at *seconds*, or without a limit.

    It is shown as low when it holds less than *low*.
    """
    if deadline is not None:
        return _running(deadline, now, low)
    if seconds is not None:
        sentence = _("%(time)s on the clock.") % {"time": long_duration(seconds)}
        return Clock(None, short_duration(seconds), sentence, is_running=False, is_low=False)
    return Clock(None, "", _("No time limit."), is_running=False, is_low=False)


def time_up() -> Clock:
    """The clock of a seat that has lost on time."""
    return Clock(None, short_duration(0), _("The time is up."), is_running=False, is_low=False)


def _running(deadline: datetime, now: datetime, low: timedelta) -> Clock:
    left = max(0, int((deadline - now).total_seconds()))
    return Clock(
        deadline,
        short_duration(left),
        deadline_sentence(deadline, now),
        is_running=True,
        is_low=left < low.total_seconds(),
        low_seconds=int(low.total_seconds()),
    )


def deadline_sentence(deadline: datetime, now: datetime) -> str:
    """How long is left, and until when in the reader's time zone."""
    left = int((deadline - now).total_seconds())
    if left <= 0:
        return _("The time is up.")
    told = {"time": long_duration(left), "moment": moment_text(deadline)}
    return _("%(time)s left, until %(moment)s.") % told


def long_duration(seconds: int) -> str:
    """A duration in words, to its two largest units; less than a minute counts as one."""
    days, hours, minutes = _parts(max(seconds, MINUTE))
    words = []
    if days:
        words.append(ngettext("%(n)s day", "%(n)s days", days) % {"n": days})
    if hours:
        words.append(ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours})
    if minutes and not days:
        words.append(ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes})
    return " ".join(words)


def short_duration(seconds: int) -> str:
    """A duration for a narrow place: "4 d 12 h", "3 h 05 min", and below an hour "9:41"."""
    days, hours, minutes = _parts(seconds)
    if days:
        return _("%(days)s d %(hours)s h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)s h %(minutes)02d min") % {"hours": hours, "minutes": minutes}
    return f"{minutes}:{seconds % MINUTE:02d}"


def _parts(seconds: int) -> tuple[int, int, int]:
    return seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE


def limit_sentence(limit: timedelta | None, *, is_setting_up: bool) -> str:
    """What a clock is held to just now, and why it shows less than was agreed; "" if to nothing."""
    if limit is None:
        return ""
    told = {"time": long_duration(int(limit.total_seconds()))}
    if is_setting_up:
        return _("Now: %(time)s for the set-up.") % told
    return _("Now: %(time)s for the first move.") % told


def terms_sentence(time_control: str) -> str:
    """What a time control gives, in one line."""
    return _terms().get(time_control, time_control)


@once_a_language
def _terms() -> dict[str, str]:
    return {
        "relaxed": _("Relaxed: 5 days + 1 day per move (7 days at most)"),
        "steady": _("Steady: 3 days + 1 day per move (5 days at most)"),
        "brisk": _("Brisk: 1 day + 12 hours per move (3 days at most)"),
        "days1": _("1 day per move"),
        "days2": _("2 days per move"),
        "days3": _("3 days per move"),
        "days7": _("7 days per move"),
        "days14": _("14 days per move"),
        "live15": _("Live: 15 minutes + 20 seconds per move"),
        "live30": _("Live: 30 minutes + 30 seconds per move"),
        "none": _("No time limit"),
    }
