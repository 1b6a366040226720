"""Deadlines through play: whose clock runs, until when, and what a move changes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engines.core.seats import Seat
from games.match.changes.locking import lock_match
from games.match.changes.settling import settle
from games.match.clocks.controls import FIRST_MOVE
from games.match.exceptions import NotToAct, OutOfTime
from games.match.models import Match, Player
from games.match.referee import Happened
from games.match.status import Status
from games.matchpage.selectors.board import board_facts
from games.notices.models import Notice
from queues.transactions import writing
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    REPETITION,
    TOO_LATE,
    house_was_up,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
)

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def clocks_of(match):
    return list(match.players.values_list("bank", "clock_started_at", "deadline"))


def test_only_the_clock_of_the_seat_to_act_runs(match) -> None:
    assert clocks_of(match) == [(5 * DAY, NOON, NOON + 3 * DAY), (5 * DAY, None, None)]
    assert match.deadline == NOON + 3 * DAY


def test_a_move_stops_one_clock_and_starts_the_other(match) -> None:
    submit(match, south(match), now=NOON + HOUR)
    assert clocks_of(match) == [
        (6 * DAY - HOUR, None, None),
        (5 * DAY, NOON + HOUR, NOON + HOUR + 3 * DAY),
    ]
    assert match.deadline == NOON + HOUR + 3 * DAY


def moved_and_to_act_again(match: Match) -> list[Player]:
    """The players after a ply of South by which South is to act once more."""
    with writing():
        locked, players = lock_match(uid=match.uid)
        happened = Happened(frozenset({Seat(0)}), None, 1, {}, False, False)
        settle(locked, players, happened, movers={Seat(0)}, now=NOON + HOUR)
    match.refresh_from_db()
    return list(match.players.all())


def test_who_is_to_act_again_has_a_new_deadline_without_the_grace_of_the_last(match) -> None:
    match.players.filter(seat=0).update(grace=DAY, late="excused")
    Notice.objects.all().delete()
    player, other = moved_and_to_act_again(match)
    assert (player.grace, player.late, other.deadline) == (timedelta(), "", None)
    assert player.clock_started_at == NOON + HOUR
    assert player.deadline == match.deadline == NOON + HOUR + player.bank
    assert not Notice.objects.filter(user=player.user, kind="your-turn").exists()


def test_from_the_second_own_move_on_the_whole_bank_counts(match) -> None:
    play(match, "e3e4", "e6e5")
    started = NOON + timedelta(minutes=1)
    assert match.players.get(seat=0).deadline == started + 6 * DAY


def test_a_bank_never_grows_beyond_the_cap(match) -> None:
    play(match, *REPETITION[:6])
    assert {player.bank for player in match.players.all()} == {7 * DAY}


def test_a_match_without_a_clock_has_no_deadline_at_any_time() -> None:
    match = match_between(person("ann"), person("bob"), time_control="none")
    for move in ("e3e4", "e6e5"):
        play(match, move)
        assert match.deadline is None
        assert {bank for bank, _started, _deadline in clocks_of(match)} == {None}
    submit(match, south(match), "d3d4", seat_ply=2, now=NOON + 3650 * DAY)
    assert match.status == Status.ACTIVE


def test_the_end_stops_every_clock(match) -> None:
    play(match, *QUICK_MATE)
    assert match.deadline is None
    assert not match.players.exclude(deadline=None, clock_started_at=None).exists()


def test_a_bot_has_no_deadline() -> None:
    match = match_with_bot(person("ann"))
    submit(match, south(match))
    assert match.deadline is None
    assert match.players.get(seat=1).is_to_act


def test_the_board_tells_what_is_left_and_never_less_than_nothing(match) -> None:
    def seconds(now):
        facts = board_facts(match.uid, south(match), now=now)
        return [player.clock_seconds for player in facts.players]

    assert seconds(NOON + DAY) == [2 * 86400, 5 * 86400]
    assert seconds(NOON + 9 * DAY) == [0, 5 * 86400]


def test_a_first_move_that_comes_too_late_cancels_the_match(match) -> None:
    with pytest.raises(OutOfTime):
        submit(match, south(match), now=NOON + FIRST_MOVE + timedelta(seconds=1))
    assert (match.status, match.ended_how, match.deadline) == (Status.ABORTED, "first-move", None)
    assert set(match.players.values_list("result", "is_to_act")) == {("", False)}


def test_whoever_is_not_to_act_is_never_told_that_their_time_was_up(match) -> None:
    play(match, "e3e4", "e6e5")
    with pytest.raises(NotToAct):
        submit(match, north(match), "d6d5", seat_ply=2, now=match.deadline + HOUR)
    assert match.status == Status.ACTIVE


def test_a_late_move_costs_nothing_while_the_house_was_down(match) -> None:
    play(match, "e3e4", "e6e5")
    house_was_up(since=NOON, until=match.deadline - HOUR)
    submit(match, south(match), "d3d4", seat_ply=2, now=match.deadline + HOUR)
    assert match.status == Status.ACTIVE
    player = match.players.get(seat=0)
    assert player.bank == DAY - HOUR  # the bonus, less what it was late
    assert len(player.answers) == 1, "what came late is no answer"


def test_a_late_move_costs_nothing_in_the_first_minutes_of_health(match) -> None:
    play(match, "e3e4", "e6e5")
    late = match.deadline + HOUR
    house_was_up(since=late - timedelta(minutes=9), until=late)
    submit(match, south(match), "d3d4", seat_ply=2, now=late)
    assert match.status == Status.ACTIVE


def test_a_late_move_loses_when_the_house_is_sound(match) -> None:
    play(match, "e3e4", "e6e5")
    late = match.deadline + TOO_LATE
    house_was_up(since=late - timedelta(minutes=10), until=late)
    with pytest.raises(OutOfTime):
        submit(match, south(match), "d3d4", seat_ply=2, now=late)
    assert (match.status, match.ended_how) == (Status.FINISHED, "time")


def test_a_page_cannot_name_a_key_that_hinders_the_end() -> None:
    match = match_between(person("cid"), person("dee"))
    for ply, (user, text) in enumerate(((south(match), "e3e4"), (north(match), "e6e5")), start=1):
        submit(match, user, text, key=f"conceded-{ply + 2}")
    late = Player.objects.get(match=match, seat=0).deadline + TOO_LATE
    with pytest.raises(OutOfTime):
        submit(match, south(match), "d3d4", seat_ply=2, key="too-late", now=late)
    assert match.status == Status.FINISHED
