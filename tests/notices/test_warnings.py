"""A clock that runs out is told at half and at an eighth of the turn's time, once a deadline."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.match.clocks.calendar import Rest, elapsed
from games.match.models import Match, Player
from games.notices.models import Delivery, Notice
from games.notices.selectors import newest_lines
from games.notices.services import allowance, warnings
from games.notices.services.warnings import warn_of_clocks
from tests.kit.builders import NOON, match_between, person, play, submit

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def match_at_play(ann: User, **terms: Any) -> Match:
    """A match in which it is Ann's turn, not her first, since a minute after noon."""
    match = match_between(ann, person(), **terms)
    play(match, "e3e4", "e6e5")
    return match


def sweep_until(end: datetime, *, step: timedelta = timedelta(minutes=20)) -> list[tuple[str, str]]:
    """What a sweep every *step* tells, each with when."""
    found, now = [], NOON
    while now <= end:
        known = set(Notice.objects.values_list("pk", flat=True))
        warn_of_clocks(now)
        found += [(one.kind, f"{now - NOON}") for one in Notice.objects.exclude(pk__in=known)]
        now += step
    return found


def test_half_and_an_eighth_are_told_once_each(ann: User) -> None:
    match = match_at_play(ann, time_control="days1")
    deadline = match.players.get(user=ann).deadline
    assert deadline == NOON + MINUTE + DAY
    found = sweep_until(NOON + DAY)
    assert found == [("clock-half", "12:20:00"), ("clock-last", "21:20:00")]
    warning = Notice.objects.get(kind="clock-last")
    assert (warning.user, warning.subject) == (ann, deadline.isoformat())
    mails = Delivery.objects.filter(notice__kind__startswith="clock")
    assert {one.due_at - one.notice.made_at for one in mails} == {timedelta()}
    assert mails.count() == 2


def test_the_last_warning_is_two_hours_before_at_least(ann: User) -> None:
    match = match_at_play(ann, time_control="days1")  # an eighth of twelve hours is less
    match.players.filter(user=ann).update(deadline=NOON + MINUTE + 12 * HOUR)
    Notice.objects.filter(kind="your-turn", user=ann).update(warn_at=NOON)
    found = sweep_until(NOON + 12 * HOUR)
    assert found == [("clock-half", "6:20:00"), ("clock-last", "10:20:00")]


def test_live_clocks_are_too_short_for_warnings(ann: User) -> None:
    match_at_play(ann, time_control="live15")
    assert sweep_until(NOON + HOUR) == []


def test_a_turn_that_was_answered_is_warned_of_no_more(ann: User) -> None:
    match = match_at_play(ann, time_control="days1")
    submit(match, ann, "e4e5", seat_ply=2, key="key-two-2", now=NOON + HOUR)
    found = sweep_until(NOON + 20 * HOUR)
    assert [kind for kind, _at in found] == ["clock-half"]
    assert not Notice.objects.filter(kind="clock-half", user=ann).exists()


def test_a_deadline_that_moves_is_warned_of_anew_and_the_old_half_is_not_told(ann: User) -> None:
    match = match_at_play(ann, time_control="days1")
    sweep_until(NOON + 22 * HOUR)
    match.players.filter(user=ann).update(deadline=NOON + MINUTE + 2 * DAY)
    found = sweep_until(NOON + 2 * DAY)
    assert found == [("clock-last", "1 day, 18:20:00")]  # its half had passed before it moved


def test_what_is_off_does_not_count(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    rest = Rest("UTC", night=(time(22), time(7)))
    monkeypatch.setattr(allowance, "rest_of", lambda match, player: rest)
    started, deadline = NOON, NOON + 25 * HOUR  # sixteen hours that count
    player = Player(clock_started_at=started, deadline=deadline)
    assert elapsed(started, deadline, rest) == 16 * HOUR
    half, last = allowance._moments(Match(), player)
    assert half == NOON + 8 * HOUR
    assert last == deadline - 2 * HOUR
    player.deadline = deadline + 14 * HOUR  # the night after counts for nothing, either
    assert allowance.next_look(Match(), player, NOON) <= NOON + 12 * HOUR


def test_a_match_that_cannot_be_looked_at_keeps_no_other_waiting(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_at_play(ann, time_control="days1")
    other = match_at_play(ann, time_control="days1")
    look = warnings.due_warning
    monkeypatch.setattr(
        warnings,
        "due_warning",
        lambda match, player, now: 1 / 0 if match.pk == other.pk else look(match, player, now),
    )
    found = sweep_until(NOON + 13 * HOUR)
    assert [kind for kind, _at in found] == ["clock-half"]


def test_the_bell_shows_a_warning_until_the_move_is_made(ann: User) -> None:
    match = match_at_play(ann, time_control="days1")
    sweep_until(NOON + 13 * HOUR)
    assert [line.kind for line in newest_lines(ann.pk, 9)] == ["clock-half"]
    submit(match, ann, "e4e5", seat_ply=2, key="key-two-2", now=NOON + 14 * HOUR)
    assert [line.kind for line in newest_lines(ann.pk, 9)] == ["match-began"]


def test_one_sweep_looks_at_what_is_due_by_an_index(ann: User) -> None:
    match_at_play(ann)
    due = Notice.objects.filter(warn_at__lte=datetime(2026, 12, 1, tzinfo=UTC)).order_by("warn_at")
    if connection.vendor == "postgresql":  # which reads a table of three rows whole
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "clocks_to_look_at" in due.explain()
