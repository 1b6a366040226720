"""What gives or takes time, in any order: what is left on the clock stays true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from accounts.models import Letter, User
from games.common.exceptions import GamesError
from games.common.rownames import name_of
from games.match.changes import adjudicating, deadlines, giving, pausing
from games.match.changes.adjudicating import Case
from games.match.changes.locking import lock_match
from games.match.clocks import health, vacations
from games.match.clocks.timeoff import running_clock
from games.match.models import Credit, Match, Player, Ruling, Vacation
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from tests.kit.builders import REPETITION, match_between, person, play, seat_ply_of

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FRIDAY = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
NO_SHRINKING = (Phase.explicit, Phase.generate)
"""Examples are short, and to make one shorter takes minutes."""


@dataclass
class Turn:
    """A match whose South is to make its second move, and what it is o'clock."""

    control: str
    now: datetime = FRIDAY
    match: Match = field(init=False)
    south: User = field(init=False)
    north: User = field(init=False)

    def __post_init__(self) -> None:
        nights: dict[str, Any] = {
            "time_zone": "Asia/Tokyo",
            "night_from": time(23),
            "night_to": time(7),
        }
        joined = FRIDAY - 30 * DAY
        address = f"south{User.objects.count()}@example.org"
        self.south = person(email=address, date_joined=joined, **nights)
        self.north = person(date_joined=joined, time_zone="Europe/Berlin")
        self.match = match_between(self.south, self.north, now=FRIDAY, time_control=self.control)
        self.move()
        self.move()

    def move(self) -> None:
        """The next move of all, but for the one after which the match is drawn."""
        done = sum(seat_ply_of(self.match, seat) - 1 for seat in (0, 1))
        if done < len(REPETITION) - 1:
            play(self.match, REPETITION[done], now=self.now)

    @property
    def uid(self) -> str:
        return self.match.uid

    @property
    def player(self) -> Player:
        self.match.refresh_from_db()
        return self.match.players.get(is_to_act=True)

    @property
    def left(self) -> timedelta:
        clock = running_clock(self.match, self.player, self.now)
        assert clock is not None
        return clock.left

    @property
    def deadline(self) -> datetime:
        found = self.player.deadline
        assert found is not None
        return found

    @property
    def opponent(self) -> User:
        return self.north if self.player.user == self.south else self.south

    def rule(self, act: Callable[[Match, Sequence[Player]], None]) -> None:
        """What a moderator does."""
        act(*lock_match(uid=self.uid))

    def sweep(self) -> None:
        deadlines.flag_if_overdue(uid=self.uid, now=self.now)


# What each act may change: the time that is left, and the deadline; both, if it can be done at all


def _gift(turn: Turn, hours: int) -> timedelta:
    given = Ruling.objects.filter(match=turn.match, verb=Ruling.Verb.GIFT).count()
    giving.give_day(uid=turn.uid, user=turn.opponent, given=given, now=turn.now)
    return DAY


def _extension(turn: Turn, hours: int) -> timedelta:
    by = hours * HOUR
    turn.rule(lambda match, players: adjudicating.extend(Case(match, players, turn.now), by=by))
    return by


def _outage(turn: Turn, hours: int) -> timedelta:
    health.owe(hours * 15 * MINUTE, turn.now)
    health.give_back()
    assert not Credit.objects.exists()
    return hours * 15 * MINUTE


def _pause(turn: Turn, hours: int) -> timedelta:
    days = pausing.LENGTHS[hours % len(pausing.LENGTHS)]
    pausing.ask_pause(uid=turn.uid, user=turn.south, days=days, now=turn.now)
    pausing.accept_pause(uid=turn.uid, user=turn.north, now=turn.now)
    return timedelta()


def _vacation(turn: Turn, hours: int) -> timedelta:
    starts = turn.now + (hours % 5) * 6 * HOUR
    before = vacations.account_of(turn.south, turn.now).hours
    ends = starts + (12 + hours) * HOUR
    vacations.take(user=turn.south, starts=starts, ends=ends, now=turn.now)
    after = vacations.account_of(turn.south, turn.now).hours
    assert 12 + hours - (before - after) in range(3)  # and what is earned until it begins
    return timedelta()


def _frozen(turn: Turn, hours: int) -> timedelta:
    turn.rule(lambda match, players: adjudicating.freeze(Case(match, players, turn.now)))
    turn.now += hours * HOUR
    turn.rule(lambda match, players: adjudicating.resume(Case(match, players, turn.now)))
    return timedelta()


GIVING = {
    "gift": _gift,
    "extension": _extension,
    "outage": _outage,
    "pause": _pause,
    "vacation": _vacation,
    "frozen": _frozen,
}
"""What never brings a deadline nearer, and how much more time is left by it."""


def _go_on(turn: Turn, hours: int) -> None:
    users = (turn.south, turn.north)[: 1 + hours % 2]
    for user in users:
        pausing.go_on(uid=turn.uid, user=user, now=turn.now)


def _come_back(turn: Turn, hours: int) -> None:
    vacations.come_back(user=turn.south, now=turn.now)


def _cancelled(turn: Turn, hours: int) -> None:
    planned = Vacation.objects.filter(user=turn.south, starts_at__gt=turn.now).first()
    if planned is not None:
        vacations.cancel(user=turn.south, name=name_of(planned), now=turn.now)


ENDING = {"go-on": _go_on, "come-back": _come_back, "cancel": _cancelled}
"""What ends time off: the deadline comes nearer, and what is left stays."""

ACTS = st.tuples(st.sampled_from(["wait", "move", "sweep", *GIVING, *ENDING]), st.integers(1, 40))


def _check_giving(turn: Turn, name: str, hours: int) -> None:
    left, due, player = turn.left, turn.deadline, turn.player
    try:
        more = GIVING[name](turn, hours)
    except GamesError:
        assert (turn.left, turn.deadline) == (left, due)
        return
    if player.grace:  # then a part of it is plain time, in which nothing is off
        assert turn.left >= left
    else:
        assert turn.left - left - more in (-timedelta.resolution, timedelta())
    assert turn.deadline >= due
    if more:
        assert turn.deadline > due


def _check_ending(turn: Turn, name: str, hours: int) -> None:
    left, due = turn.left, turn.deadline
    with suppress(GamesError):
        ENDING[name](turn, hours)
    assert turn.left in (left, max(left, vacations.TO_ANSWER))
    assert turn.now <= turn.deadline <= max(due, turn.now + vacations.TO_ANSWER)


def _check_sweep(turn: Turn) -> None:
    """Nothing happens before the deadline, and what happens after it happens once."""
    due = turn.deadline
    turn.sweep()
    turn.match.refresh_from_db()
    if turn.match.status != Status.ACTIVE:
        return
    after = turn.deadline
    assert after == due if due >= turn.now - 5 * SECOND else after >= turn.now
    turn.sweep()
    assert turn.deadline == after


def _check(turn: Turn, name: str, hours: int) -> None:
    if name in GIVING:
        _check_giving(turn, name, hours)
    elif name in ENDING:
        _check_ending(turn, name, hours)
    elif name == "wait":
        turn.now += hours * HOUR
    elif name == "move":
        turn.move()
    _check_sweep(turn)


@settings(max_examples=12, phases=NO_SHRINKING)
@given(
    control=st.sampled_from(["days2", "relaxed.v", "steady.nv", "brisk.nvw", "steady.w"]),
    acts=st.lists(ACTS, min_size=1, max_size=10),
)
def test_what_is_left_stays_true_whatever_gives_or_takes_time(
    control: str, acts: list[tuple[str, int]]
) -> None:
    with transaction.atomic():
        turn = Turn(control)
        for name, hours in acts:
            _check(turn, name, hours)
            if turn.match.status != Status.ACTIVE:
                break
            assert faults_of(turn.match) == []
        by_itself = Vacation.objects.filter(is_automatic=True).count()
        assert Letter.objects.count() == by_itself
        transaction.set_rollback(True)


@settings(max_examples=8, phases=NO_SHRINKING)
@given(
    control=st.sampled_from(["days2", "relaxed.v", "brisk.nvw"]),
    acts=st.lists(ACTS.filter(lambda act: act[0] in GIVING), max_size=4),
)
def test_silence_ends_a_match_after_so_many_sweeps(
    control: str, acts: list[tuple[str, int]]
) -> None:
    with transaction.atomic():
        turn, sweeps = Turn(control), 0
        for name, hours in acts:
            _check(turn, name, hours)
        while turn.match.status == Status.ACTIVE:
            turn.now = turn.deadline + MINUTE
            turn.sweep()
            turn.match.refresh_from_db()
            sweeps += 1
        by_itself = Vacation.objects.filter(is_automatic=True).count()
        runs = 1 + Vacation.objects.filter(is_automatic=False).count()
        assert Letter.objects.count() == by_itself <= runs * vacations.MOST_IN_A_RUN
        assert sweeps == by_itself + 3  # excused, left to the other side, lost
        assert turn.match.ended_how == "time"
        transaction.set_rollback(True)


@settings(max_examples=6, phases=NO_SHRINKING)
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 3)), min_size=1, max_size=3))
def test_an_outage_is_given_back_once_wherever_giving_back_was_broken_off(
    outages: list[tuple[int, int]],
) -> None:
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(health, "BATCH", 1)
        turns = [Turn("days2"), Turn("relaxed.v"), Turn("days2")]
        giving.give_day(uid=turns[2].uid, user=turns[2].north, given=0, now=FRIDAY)
        before, total = [turn.left for turn in turns], timedelta()
        for number, (quarters, batches) in enumerate(outages):
            total += quarters * 15 * MINUTE
            health.owe(quarters * 15 * MINUTE, FRIDAY + number * HOUR)
            for _batch in range(batches):
                health._give_back_batch()
        health.give_back()
        assert [turn.left for turn in turns] == [left + total for left in before]
        assert not Credit.objects.exists()
        transaction.set_rollback(True)


@pytest.mark.parametrize("control", ["days2", "relaxed.v"])
def test_frozen_in_a_pause_a_clock_that_was_given_time_keeps_it(control: str) -> None:
    turn = Turn(control)
    for name in ("gift", "pause", "frozen"):
        _check(turn, name, 1)


def test_an_outage_is_given_back_to_a_clock_that_was_given_time() -> None:
    turn = Turn("days2")
    for name, hours in (("gift", 1), ("wait", 1), ("outage", 8), ("outage", 4)):
        _check(turn, name, hours)
    health.owe(HOUR, turn.now)
    turn.now += MINUTE
    turn.move()  # before the sweep
    assert turn.match.players.get(seat=0).bank == 2 * DAY
    health.give_back()
    assert turn.left == 2 * DAY
