"""What is told of a clock that runs: what is left, what is off before it is due, and from when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.match.clocks.calendar import ALWAYS_ON, Rest
from games.match.clocks.controls import control_of
from games.match.clocks.timeoff import (
    RunningClock,
    Timetable,
    ahead,
    are_plans,
    due,
    due_with,
    dues,
    forget_plans,
    rest_of,
    running_clock,
)
from games.match.models import Match, Pause, Player, Vacation
from tests.kit.builders import REPETITION, match_between, person, play

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)  # a Tuesday
NIGHT = {"since": "2026-11-01T00:00:00+00:00", "zone": "UTC", "night": ["22:00:00", "04:00:00"]}


def turn(control: str = "steady", user: User | None = None, **changes: Any) -> Player:
    """South is to make its second move, and has four days since noon; with *changes*."""
    match = match_between(user or person(), person(), time_control=control, now=NOON)
    for move in REPETITION[:2]:
        play(match, move, now=NOON)
    player = match.players.select_related("match", "user").get(is_to_act=True)
    for name, value in changes.items():
        setattr(player, name, value)
    player.deadline = due(player.match, player)
    player.save()
    return player


def told(player: Player, after: timedelta) -> RunningClock:
    found = running_clock(player.match, player, NOON + after)
    assert found is not None
    return found


def away(player: Player, begins: timedelta, ends: timedelta) -> None:
    """Its user is on vacation then."""
    assert player.user is not None
    Vacation.objects.create(
        user=player.user, starts_at=NOON + begins, ends_at=NOON + ends, made_at=NOON
    )
    player.user.away_until = NOON + ends
    player.user.save()
    player.deadline = due(player.match, player)


def paused(player: Player, begins: timedelta, ends: timedelta) -> None:
    match = player.match
    Pause.objects.create(match=match, starts_at=NOON + begins, ends_at=NOON + ends)
    match.paused_until = NOON + ends
    match.save()
    player.deadline = due(match, player)


def test_without_time_off_it_is_what_is_left() -> None:
    assert told(turn(), DAY) == RunningClock(NOON + 4 * DAY, 3 * DAY)


def test_grace_runs_whatever_is_off() -> None:
    player = turn("steady.v", grace=6 * HOUR)
    away(player, DAY, 2 * DAY)
    assert player.deadline == NOON + 5 * DAY + 6 * HOUR
    assert told(player, timedelta()).left == 4 * DAY + 6 * HOUR
    assert told(player, 5 * DAY + HOUR) == RunningClock(player.deadline, 5 * HOUR)


def test_it_says_when_it_stands_still_and_until_when() -> None:
    player = turn("steady.n", rests=[NIGHT])
    day, night = told(player, timedelta()), told(player, 12 * HOUR)
    assert (day.skips, day.back_at) == (("nights",), None)
    assert day.pauses_at is not None
    assert timedelta() <= NOON + 10 * HOUR - day.pauses_at <= timedelta(seconds=1)
    assert night.back_at == NOON + 16 * HOUR
    assert night.pauses_at is not None
    assert timedelta() <= NOON + 34 * HOUR - night.pauses_at <= timedelta(seconds=1)


def test_others_read_in_whole_hours_when_it_runs_again_and_never_when_it_stops() -> None:
    player = turn("steady.n", rests=[NIGHT])
    now = NOON + 12 * HOUR + timedelta(minutes=1)
    asleep = told(player, now - NOON).to_others(now)
    assert (asleep.back_at, asleep.pauses_at) == (now + 4 * HOUR, None)
    awake = told(player, timedelta()).to_others(NOON)
    assert (awake.back_at, awake.pauses_at) == (None, None)


def test_what_is_off_only_after_the_deadline_is_not_named() -> None:
    assert told(turn("steady.w", bank=2 * DAY), timedelta()).skips == ()
    assert told(turn("steady.w"), timedelta()).skips == ("weekends",)


def test_a_vacation_is_named_that_is_still_to_come() -> None:
    player = turn("steady.nv", rests=[NIGHT])
    assert player.deadline is not None
    until = player.deadline - NOON
    spans = {(DAY, 2 * DAY): True, (timedelta(), DAY): False, (until, until + DAY): False}
    for (begins, ends), is_named in spans.items():
        Vacation.objects.all().delete()
        away(player, begins, ends)
        assert ("vacation" in told(player, DAY).skips) is is_named, begins


def test_who_comes_back_is_not_off_again() -> None:
    player = turn("steady.v")
    away(player, DAY, 2 * DAY)
    clock = told(player, DAY + HOUR)
    assert (clock.back_at, clock.pauses_at, clock.left) == (NOON + 2 * DAY, None, 3 * DAY)


def test_a_first_move_is_told_without_time_off() -> None:
    player = turn("steady.w", has_moved=False, clock_started_at=NOON + 3 * DAY)
    for days in (2, 3):
        clock = told(player, days * DAY)
        assert clock == RunningClock(clock.deadline, clock.deadline - NOON - days * DAY)


def test_a_pause_is_named_and_no_vacation() -> None:
    player = turn("steady.v")
    paused(player, DAY, 2 * DAY)
    assert told(player, timedelta()).skips == ("pause",)


def test_before_a_clock_that_was_given_time_starts_what_is_off_counts_too() -> None:
    player = turn("steady.v", clock_started_at=NOON + 3 * DAY)
    away(player, DAY, 2 * DAY)
    clock = told(player, timedelta())
    assert clock.deadline == NOON + 7 * DAY
    assert (clock.left, clock.skips) == (6 * DAY, ("vacation",))
    assert ahead(player.match, player, NOON) == 2 * DAY


@pytest.mark.parametrize("changes", [{"has_moved": False}, {"clock_started_at": None}])
def test_what_was_not_given_is_not_ahead(changes: dict[str, Any]) -> None:
    player = turn("steady.v", **{"clock_started_at": NOON + DAY, **changes})
    assert ahead(player.match, player, NOON) == timedelta()


def test_dues_of_many_matches_know_their_pauses() -> None:
    player = turn("steady.v")
    paused(player, DAY, 2 * DAY)
    other = turn("steady.v", user=player.user)
    away(player, 2 * DAY, 3 * DAY)
    assert dues([player, other]) == [NOON + 6 * DAY, NOON + 5 * DAY]
    player.match.time_control = "steady"
    assert dues([player, other]) == [NOON + 5 * DAY, NOON + 5 * DAY]


def test_who_was_never_away_is_not_asked_about(django_assert_num_queries: Any) -> None:
    player = turn("steady.v")
    assert player.user is not None
    for moment in (None, NOON):
        player.user.away_until = player.match.paused_until = moment
        with django_assert_num_queries(0):
            assert rest_of(player.match, player) == ALWAYS_ON
            assert dues([player]) == [NOON + 4 * DAY]


def test_a_bot_that_took_over_rests_with_the_weekends_of_the_match() -> None:
    player = turn("steady.vw")
    player.user = None
    assert rest_of(player.match, player) == Rest("UTC", weekends=True)


def test_a_clock_that_stands_is_due_with_no_vacation() -> None:
    player = turn("steady.v", clock_started_at=None)
    assert due_with(player.match, player, (NOON, NOON + DAY)) is None


def test_a_timetable_holds_vacations_only_where_they_stop_clocks() -> None:
    player = turn("steady.v")
    away(player, DAY, 2 * DAY)
    span = (NOON + DAY, NOON + 2 * DAY)
    for control, absences in (("steady.v", (span,)), ("steady", ())):
        match: Match = player.match
        match.time_control = control
        assert Timetable(match, [player]).rest_since(player, NOON).absences == absences


def test_programs_have_no_weekends() -> None:
    player = turn("steady.w")
    assert player.user is not None
    assert rest_of(player.match, player) == Rest("UTC", weekends=True)
    player.user.is_program = True
    assert rest_of(player.match, player) == ALWAYS_ON


def test_plans_are_to_be_read_and_in_order() -> None:
    later = {**NIGHT, "since": "2026-11-02T00:00:00+00:00"}
    odd = {**NIGHT, "night": ["22:00:00", "04:00:00"], "zone": "Europe/Berlin"}
    nights, none = control_of("steady.n"), control_of("steady")
    assert are_plans(Player(rests=[NIGHT, later]), nights)
    assert are_plans(Player(rests=[odd]), nights)
    assert not are_plans(Player(rests=[later, NIGHT]), nights)
    for broken in ({}, {**NIGHT, "since": "soon"}, {**NIGHT, "zone": "Mars/Base"}, None):
        assert not are_plans(Player(rests=[broken]), nights)
    assert not are_plans(Player(rests=[{**NIGHT, "night": ["22:00:00"]}]), nights)
    assert not are_plans(Player(rests=[NIGHT]), none)
    assert are_plans(Player(rests=[]), none)


def test_whose_matches_are_over_slept_nowhere() -> None:
    player = turn("steady.n", rests=[NIGHT])
    other = player.match.players.exclude(pk=player.pk).get()
    Player.objects.filter(pk=other.pk).update(rests=[NIGHT])
    assert player.user_id is not None
    forget_plans(player.user_id)
    assert [one.rests for one in player.match.players.all()] == [[], [NIGHT]]
