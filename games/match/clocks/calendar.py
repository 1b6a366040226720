"""The calendar of a clock: when time that is not always running has run, as pure arithmetic.

An instant is *off* where a clock stands still: in an absence, or where the wall clock of a zone
shows a weekend day or a time inside the night. That follows from the instant alone, so an hour that
a change of clocks repeats is off twice or not at all, and one that it skips is nowhere.

Between two changes of a zone's offset the wall clock runs evenly, and weekends and nights repeat
every week. So open time is counted by weeks, and a year ahead costs no more than a day ahead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from itertools import accumulate, count, pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LONGEST_NIGHT = timedelta(hours=9)

Span = tuple[datetime, datetime]

# Inside, an instant is whole microseconds since the first Monday of the calendar, as is a time on
# the wall: the sum of an instant and its offset.
MICROSECOND = timedelta(microseconds=1)
MONDAY = datetime(1, 1, 1, tzinfo=UTC)
HOUR = 3_600_000_000
DAY = 24 * HOUR
WEEK = 7 * DAY


@dataclass(frozen=True, slots=True)
class Rest:
    """The times in which a seat's clock stands still. Raises ValueError for impossible ones."""

    zone: str
    """An IANA name."""
    weekends: bool = False
    """Saturday and Sunday by the zone's wall clock."""
    night: tuple[time, time] | None = None
    """From, to by the wall clock; may wrap past midnight; at most nine hours."""
    absences: tuple[Span, ...] = ()
    """Aware instants, half-open, which may overlap: vacation and pauses."""

    def __post_init__(self) -> None:
        _zone(self.zone)
        if self.night is not None and not 0 < _length(*self.night) <= LONGEST_NIGHT // MICROSECOND:
            raise ValueError(f"a night lasts up to nine hours: {self.night}")


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"no such zone: {name!r}") from error


ALWAYS_ON = Rest("UTC")
"""No time is off: every instant counts."""


def runs_out(left: timedelta, started: datetime, rest: Rest) -> datetime:
    """The first instant, in UTC, by which *left* has run on a clock that started at *started*.

    That is *started* itself where nothing is left.
    """
    here, needed = _instant(started), left // MICROSECOND
    if needed <= 0:
        return started.astimezone(UTC)
    for begins, ends in _absences(rest):
        if ends > here:
            open_before = _open(here, begins, rest)
            if open_before >= needed:
                break
            needed -= open_before
            here = max(here, ends)
    return MONDAY + _reached(here, needed, rest) * MICROSECOND


def elapsed(started: datetime, until: datetime, rest: Rest) -> timedelta:
    """Return what has run between *started* and *until* on a clock that rests as *rest* says.

    Nothing where *until* is not after *started*.
    """
    here, end = _instant(started), _instant(until)
    total = _open(here, end, rest)
    for begins, ends in _absences(rest):
        total -= _open(max(here, begins), min(end, ends), rest)
    return total * MICROSECOND


def _instant(moment: datetime) -> int:
    return (moment - MONDAY) // MICROSECOND


def _absences(rest: Rest) -> list[tuple[int, int]]:
    """Return the absences of *rest* in order, those that touch made one."""
    merged: list[tuple[int, int]] = []
    for begins, ends in sorted((_instant(one), _instant(other)) for one, other in rest.absences):
        if merged and begins <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(ends, merged[-1][1])
        elif begins < ends:
            merged.append((begins, ends))
    return merged


# What runs by weekends and nights alone


def _open(here: int, end: int, rest: Rest) -> int:
    """Return the open time from *here* to *end*; nothing where that is backwards."""
    if end <= here:
        return 0
    if not rest.weekends and rest.night is None:
        return end - here
    week = _week(rest.weekends, rest.night)
    total = 0
    for ends, offset in _even_times(rest.zone, here):
        total += week.open_until(min(ends, end) + offset) - week.open_until(here + offset)
        if ends >= end:
            break
        here = ends
    return total


def _reached(here: int, needed: int, rest: Rest) -> int:
    """The first instant by which *needed* (more than nothing) is open from *here* on."""
    if not rest.weekends and rest.night is None:
        return here + needed
    week = _week(rest.weekends, rest.night)
    for ends, offset in _even_times(rest.zone, here):
        goal = week.open_until(here + offset) + needed
        needed = goal - week.open_until(ends + offset)
        if needed <= 0:
            return week.first_with(goal) - offset
        here = ends
    raise AssertionError("a zone's times have no end")


class _Week:
    """The open spans of a week on the wall, and how much is open up to any of its times."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self.begins = [begins for begins, _ in spans]
        self.ends = [ends for _, ends in spans]
        self.sums = list(accumulate(ends - begins for begins, ends in spans))
        self.total = self.sums[-1]

    def open_until(self, wall: int) -> int:
        """Return what is open from the first Monday to *wall*."""
        weeks, inside = divmod(wall, WEEK)
        span = bisect_left(self.ends, inside)
        if span == len(self.ends):
            return (weeks + 1) * self.total
        still_open = self.ends[span] - max(inside, self.begins[span])
        return weeks * self.total + self.sums[span] - still_open

    def first_with(self, goal: int) -> int:
        """The first time on the wall by which *goal* is open."""
        weeks, rest = divmod(goal - 1, self.total)
        span = bisect_left(self.sums, rest + 1)
        return weeks * WEEK + self.ends[span] - (self.sums[span] - rest - 1)


@lru_cache(maxsize=1024)
def _week(weekends: bool, night: tuple[time, time] | None) -> _Week:
    off = [(5 * DAY, WEEK)] if weekends else []
    if night is not None:
        begins, length = _of_day(night[0]), _length(*night)
        # the night of the Sunday before reaches into Monday
        off += [(day * DAY + begins, day * DAY + begins + length) for day in range(-1, 7)]
    spans, here = [], 0
    for begins, ends in sorted(off):
        if begins > here:
            spans.append((here, min(begins, WEEK)))
        here = max(here, ends)
    if here < WEEK:
        spans.append((here, WEEK))
    return _Week(spans)


def _of_day(moment: time) -> int:
    return (datetime.combine(MONDAY.date(), moment, UTC) - MONDAY) // MICROSECOND


def _length(begins: time, ends: time) -> int:
    return (_of_day(ends) - _of_day(begins)) % DAY


# Zones


def _even_times(zone: str, here: int) -> Iterator[tuple[int, int]]:
    """From *here* on: until when the offset stays as it is, and what it is."""
    year = (MONDAY + here * MICROSECOND).year
    for later in count(year):
        for ends, offset in _offsets(zone, later):
            if ends > here:
                yield ends, offset


@lru_cache(maxsize=4096)
def _offsets(name: str, year: int) -> tuple[tuple[int, int], ...]:
    """Return the offsets of a zone in a year of UTC, each with the instant at which it ends."""
    zone = _zone(name)
    begins, ends = _new_year(year), _new_year(year + 1)
    found = []
    for day, following in pairwise((*range(begins, ends, DAY), ends)):
        before = _offset(zone, day)
        if before != _offset(zone, following):
            found.append((_change(zone, day, following), before))
    return (*found, (ends, _offset(zone, ends - 1)))


def _change(zone: ZoneInfo, low: int, high: int) -> int:
    """Return the first instant after *low* with another offset, which *high* has."""
    before = _offset(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _offset(zone, middle) == before else (low, middle)
    return high


def _offset(zone: ZoneInfo, instant: int) -> int:
    local = (MONDAY + instant * MICROSECOND).astimezone(zone)
    return (local.utcoffset() or timedelta()) // MICROSECOND


def _new_year(year: int) -> int:
    return _instant(datetime(year, 1, 1, tzinfo=UTC))
