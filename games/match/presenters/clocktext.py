"""Time as text: the one sentence about a deadline that is the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.dates import moment_text
from games.common.languages import once_a_language
from games.match.clocks.controls import LOW, TimeControl, control_of, is_control
from games.match.clocks.timeoff import RunningClock
from games.match.status import Late


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's time."""

    short: str
    """For the panel: "4 d 12 h", "9:41"; empty without a limit."""
    sentence: str
    running: RunningClock | None = None
    """None while it stands still or there is no limit."""
    left_seconds: int = 0
    low_seconds: int = 0
    """Below how much a running clock is low."""
    off: str = ""
    """That time is off just now, and for how long."""

    @property
    def is_running(self) -> bool:
        return self.running is not None

    @property
    def is_low(self) -> bool:
        return self.is_running and self.left_seconds < self.low_seconds


DAY, HOUR, MINUTE = 86_400, 3_600, 60


def clock_of(
    running: RunningClock | None, seconds: int | None, now: datetime, *, low: timedelta = LOW
) -> Clock:
    """A seat's clock: *running*, standing at *seconds*, or without a limit.

    It is shown as low when it holds less than *low*.
    """
    if running is not None:
        left = int(running.left.total_seconds())
        return Clock(
            short_duration(left),
            deadline_sentence(running, now),
            running,
            left_seconds=left,
            low_seconds=int(low.total_seconds()),
            off=off_sentence(running, now),
        )
    if seconds is not None:
        sentence = _("%(time)s on the clock.") % {"time": long_duration(seconds)}
        return Clock(short_duration(seconds), sentence)
    return Clock("", _("No time limit."))


def time_up() -> Clock:
    """Return the clock of a seat that has lost on time."""
    return Clock(short_duration(0), _("The time is up."))


def deadline_sentence(running: RunningClock, now: datetime) -> str:
    """Until when in the reader's time zone, how long is left, and what of that is not counted."""
    if running.deadline <= now:
        return _("The time is up.")
    values = {
        "time": long_duration(int(running.left.total_seconds())),
        "moment": moment_text(running.deadline),
    }
    if running.late:
        return _late()[running.late] % values
    if not running.skips:
        return _("Due %(moment)s: %(time)s left.") % values
    values["off"] = _skipped(running.skips)
    return _("Due %(moment)s: %(time)s left, not counting %(off)s.") % values


def due_sentence(running: RunningClock) -> str:
    """Until when, in the reader's time zone, for what is read much later: nothing that counts."""
    return (_late_until()[running.late] if running.late else _("Due %(moment)s.")) % {
        "moment": moment_text(running.deadline)
    }


def _late_until() -> dict[str, str]:
    return {
        Late.EXCUSED: _("Time is up. Excused until %(moment)s."),
        Late.GIVEN: _("Time is up. Two days were given, until %(moment)s."),
        Late.CLAIM: _late()[Late.CLAIM],
    }


def _late() -> dict[str, str]:
    """Return what is told of a clock that has run out, by what becomes of it."""
    return {
        Late.EXCUSED: _("Time is up. Excused until %(moment)s: %(time)s left."),
        Late.GIVEN: _("Time is up. Two days were given, until %(moment)s: %(time)s left."),
        Late.CLAIM: _("Time is up. The opponent may claim the win; lost %(moment)s at the latest."),
    }


def off_sentence(running: RunningClock, now: datetime) -> str:
    """That a clock stands still just now, and for how long; "" if it runs."""
    if running.back_at is None:
        return ""
    left = int((running.back_at - now).total_seconds())
    return _("Off now, back in %(time)s") % {"time": long_duration(left)}


def _skipped(kinds: Sequence[str]) -> str:
    """Return what is off, in words: "nights and weekends"."""
    names = {
        "nights": _("nights"),
        "weekends": _("weekends"),
        "vacation": _("vacation"),
        "pause": _("the pause"),
    }
    return get_text_list([names[kind] for kind in kinds], _("and"))


def when_sentence(made_at: datetime, took: timedelta | None) -> str:
    """Return a move's time, and how long it took: "Fri 20 Nov, 21:00 · 2 hours 5 minutes"."""
    if took is None:
        return moment_text(made_at)
    seconds = int(took.total_seconds())
    return f"{moment_text(made_at)} · {thought(seconds)}"


def thought(seconds: int) -> str:
    """Return how long a move took: as a clock would show it below an hour, else in words."""
    return short_duration(seconds) if seconds < HOUR else long_duration(seconds)


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
    if len(words) == 1:
        return words[0]
    return _("%(longer)s %(shorter)s") % {"longer": words[0], "shorter": words[1]}


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
    """Return the limit on a clock just now, and why it shows less than was agreed; "" if none."""
    if limit is None:
        return ""
    values = {"time": long_duration(int(limit.total_seconds()))}
    if is_setting_up:
        return _("Now: %(time)s for the set-up.") % values
    return _("Now: %(time)s for the first move.") % values


def terms_sentence(time_control: str) -> str:
    """Return what a time control gives, in one line."""
    if not is_control(time_control):
        return time_control
    control = control_of(time_control)
    base = time_control.partition(".")[0]
    given = _terms().get(base) or _own_terms(control)
    off = {
        _("Weekends off"): control.weekends,
        _("Nights off"): control.nights,
        _("Vacation allowed"): control.vacation,
    }
    return " · ".join([given, *(words for words, is_off in off.items() if is_off)])


def _own_terms(control: TimeControl) -> str:
    """Return what a clock of one's own gives."""
    bank, bonus, cap = (
        long_duration(int((span or timedelta()).total_seconds()))
        for span in (control.bank, control.bonus, control.cap)
    )
    if control.bank == control.bonus == control.cap:
        return _("%(time)s per move") % {"time": bank}
    values = {"bank": bank, "bonus": bonus, "cap": cap}
    if not control.bonus:
        return _("%(bank)s in all") % values
    return _("%(bank)s + %(bonus)s per move (%(cap)s at most)") % values


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
        "live5": _("Live: 5 minutes + 5 seconds per move"),
        "live15": _("Live: 15 minutes + 20 seconds per move"),
        "live30": _("Live: 30 minutes + 30 seconds per move"),
        "none": _("No time limit"),
    }
