"""Time off: the calendar against its own laws, and against counting minutes one by one."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.match.clocks.calendar import ALWAYS_ON, LONGEST_NIGHT, Rest, elapsed, runs_out

ZONES = sorted(available_timezones() - {"localtime"})
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FIRST, LAST = datetime(2020, 1, 1), datetime(2035, 1, 1)

instants = st.datetimes(FIRST, LAST, timezones=st.just(UTC))
spans = st.timedeltas(timedelta(), timedelta(days=60))
times = st.builds(time, st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))


@st.composite
def nights(draw: st.DrawFn) -> tuple[time, time]:
    begins = draw(times)
    length = draw(st.timedeltas(timedelta(microseconds=1), LONGEST_NIGHT))
    return begins, (datetime.combine(FIRST, begins) + length).time()


@st.composite
def absences(draw: st.DrawFn) -> tuple[datetime, datetime]:
    begins = draw(instants)
    return begins, begins + draw(st.timedeltas(-HOUR, timedelta(days=40)))


rests = st.builds(
    Rest,
    zone=st.sampled_from(ZONES),
    weekends=st.booleans(),
    night=st.none() | nights(),
    absences=st.lists(absences(), max_size=4).map(tuple),
)


@settings(max_examples=300)
@given(spans, instants, rests)
def test_what_is_left_has_run_when_it_runs_out(
    left: timedelta, started: datetime, rest: Rest
) -> None:
    end = runs_out(left, started, rest)
    assert elapsed(started, end, rest) == left
    if left:
        assert elapsed(started, end - timedelta(microseconds=1), rest) < left


@settings(max_examples=200)
@given(instants, spans, spans, rests)
def test_time_adds_up_wherever_it_is_split(
    started: datetime, one: timedelta, other: timedelta, rest: Rest
) -> None:
    between, end = started + one, started + one + other
    parts = elapsed(started, between, rest) + elapsed(between, end, rest)
    assert elapsed(started, end, rest) == parts
    assert timedelta() <= parts <= one + other


@settings(max_examples=200)
@given(spans, spans, instants, rests)
def test_more_time_runs_out_later_and_never_before_its_own_length(
    less: timedelta, more: timedelta, started: datetime, rest: Rest
) -> None:
    sooner, later = runs_out(less, started, rest), runs_out(less + more, started, rest)
    assert started + less <= sooner <= later
    assert later - sooner >= more or not less


@given(instants, spans, rests)
def test_nothing_runs_backwards(started: datetime, back: timedelta, rest: Rest) -> None:
    assert elapsed(started, started - back, rest) == timedelta()
    assert runs_out(-back, started, rest) == started


@given(instants, spans, st.lists(absences(), max_size=4))
def test_absences_may_overlap_and_come_in_any_order(
    started: datetime, left: timedelta, away: list[tuple[datetime, datetime]]
) -> None:
    once = Rest("UTC", absences=tuple(away))
    again = Rest("UTC", absences=(*reversed(away), *away))
    assert runs_out(left, started, once) == runs_out(left, started, again)


# Minute by minute, as the rule says it

NIGHTS = (None, (time(23), time(7)), (time(1, 30), time(4, 15)), (time(0), time(9)))
CHANGES = {  # days around both changes of a year, in zones that change
    "Europe/Berlin": ("2026-03-28", "2026-10-24"),
    "America/New_York": ("2026-03-07", "2026-10-31"),
    "Australia/Lord_Howe": ("2026-04-04", "2026-10-03"),  # by half an hour
    "America/Santiago": ("2026-04-04", "2026-09-05"),  # at midnight
    "Africa/Casablanca": ("2026-02-14", "2026-03-21"),  # for Ramadan, and back
}
STILL = {
    "Asia/Kolkata": ("2026-06-04",),  # and a half
    "Asia/Kathmandu": ("2026-06-05",),  # and three quarters
    "Pacific/Apia": ("2011-12-28",),  # had no 30 December
}
AROUND = [(zone, day) for zone, days in (CHANGES | STILL).items() for day in days]


def is_off(instant: datetime, rest: Rest) -> bool:
    wall = instant.astimezone(ZoneInfo(rest.zone))
    if any(begins <= instant < ends for begins, ends in rest.absences):
        return True
    if rest.weekends and wall.weekday() >= 5:
        return True
    if rest.night is None:
        return False
    begins, ends = rest.night
    now = wall.time()
    return begins <= now < ends if begins < ends else now >= begins or now < ends


@pytest.mark.parametrize(("zone", "day"), AROUND)
@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("weekends", [False, True])
def test_as_counted_minute_by_minute(
    zone: str, day: str, night: tuple[time, time] | None, weekends: bool
) -> None:
    started = datetime.fromisoformat(day).replace(tzinfo=UTC)
    away = (started + 30 * HOUR, started + 31 * HOUR), (started + 30.5 * HOUR, started + 33 * HOUR)
    rest = Rest(zone, weekends, night, away)
    run = timedelta()
    for minutes in range(4 * 24 * 60):
        now = started + minutes * MINUTE
        if minutes % 17 == 0:
            assert elapsed(started, now, rest) == run
        if not is_off(now, rest):
            if minutes % 17 == 0:
                assert runs_out(run + MINUTE, started, rest) == now + MINUTE
            run += MINUTE


def test_the_zones_above_change_when_it_is_said() -> None:
    for zone, days in CHANGES.items():
        for day in days:
            begins = datetime.fromisoformat(day).replace(tzinfo=UTC)
            ends = begins + 4 * DAY
            local = [moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in (begins, ends)]
            assert local[0] != local[1], (zone, day)


# By example


def test_a_weekend_waits_for_monday_on_the_wall() -> None:
    rest = Rest("Asia/Tokyo", weekends=True)
    friday = datetime(2026, 11, 27, 14, 0, tzinfo=UTC)  # 23:00 in Tokyo
    assert runs_out(2 * HOUR, friday, rest) == datetime(2026, 11, 29, 16, 0, tzinfo=UTC)
    assert runs_out(HOUR, friday, rest) == friday + HOUR  # not a moment later than it must


def test_a_night_is_as_long_as_the_clocks_make_it() -> None:
    rest = Rest("Europe/Berlin", night=(time(23), time(7)))
    for day, hours in (("2026-03-28", 7), ("2026-10-24", 9), ("2026-06-01", 8)):
        begins = datetime.fromisoformat(f"{day}T12:00:00+00:00")
        assert elapsed(begins, begins + DAY, rest) == timedelta(hours=24 - hours)


def test_an_hour_of_night_that_comes_twice_is_off_twice() -> None:
    rest = Rest("America/Halifax", night=(time(1), time(2)))
    noon = datetime(2026, 10, 31, 12, 0, tzinfo=UTC)
    assert elapsed(noon, noon + DAY, rest) == 22 * HOUR


def test_with_no_time_off_it_is_a_sum() -> None:
    started = datetime(2026, 11, 24, 9, 0, tzinfo=UTC)
    assert runs_out(5 * DAY, started, ALWAYS_ON) == started + 5 * DAY
    assert elapsed(started, started + HOUR, ALWAYS_ON) == HOUR


WEEKENDS = Rest("UTC", weekends=True)
NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)  # a Friday


def test_what_ends_as_a_rest_begins_and_a_moment_more_are_a_rest_apart() -> None:
    moment = timedelta.resolution
    assert runs_out(12 * HOUR, NOON, WEEKENDS) == NOON + 12 * HOUR
    assert runs_out(12 * HOUR + moment, NOON, WEEKENDS) == NOON + 12 * HOUR + 2 * DAY + moment
    nights = Rest("UTC", night=(time(22), time(6)))
    assert runs_out(10 * HOUR, NOON, nights) == NOON + 10 * HOUR
    assert runs_out(10 * HOUR + moment, NOON, nights) == NOON + 18 * HOUR + moment
    assert runs_out(moment, NOON, nights) == NOON + moment


def test_what_is_used_up_while_it_rests_ran_out_when_it_was_started() -> None:
    assert runs_out(timedelta(), NOON + DAY, WEEKENDS) == NOON + DAY


def test_between_two_absences_it_runs_and_one_that_ends_before_it_begins_is_none() -> None:
    away = tuple((NOON + one * DAY, NOON + other * DAY) for one, other in ((1, 2), (4, 3), (5, 6)))
    rest = Rest("UTC", absences=away)
    assert elapsed(NOON, NOON + 7 * DAY, rest) == 5 * DAY
    assert runs_out(3 * DAY, NOON, rest) == NOON + 4 * DAY
    assert runs_out(4 * DAY + HOUR, NOON, rest) == NOON + 6 * DAY + HOUR


def test_a_night_may_be_of_a_moment() -> None:
    rest = Rest("UTC", night=(time(0), time(0, 0, 0, 1)))
    assert elapsed(NOON, NOON + DAY, rest) == DAY - timedelta.resolution


@pytest.mark.parametrize(
    ("zone", "night"),
    [
        ("Moon/Crater", None),
        ("../etc/passwd", None),
        ("UTC", (time(22), time(7, 0, 1))),
        ("UTC", (time(8), time(8))),
    ],
)
def test_what_cannot_be_is_refused(zone: str, night: tuple[time, time] | None) -> None:
    with pytest.raises(ValueError, match=r"no such zone|up to nine hours|ZoneInfo keys"):
        Rest(zone, night=night)
