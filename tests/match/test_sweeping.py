"""The deadline sweep: it ends what is overdue, and never because of a fault of our own."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.match.changes import deadlines
from games.match.changes.deadlines import pass_deadline
from games.match.clocks import controls, health
from games.match.models import Credit, HouseHealth, Match, Player
from games.match.status import Status
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.builders import (
    NOON,
    TOO_LATE,
    house_was_up,
    match_between,
    match_with_bot,
    person,
    play,
    south,
    submit,
    use_up_overtime,
)

pytestmark = pytest.mark.django_db

SECOND, MINUTE, HOUR, DAY = (
    timedelta(seconds=1),
    timedelta(minutes=1),
    timedelta(hours=1),
    timedelta(days=1),
)


@pytest.fixture
def match():
    """South is to make the second own move."""
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4", "e6e5")
    return match


def be_healthy_at(now):
    """The site has beaten without a gap for a day, last a moment before *now*."""
    house_was_up(since=now - DAY, until=now - 3 * SECOND)


def sweep(now):
    be_healthy_at(now)
    return deadlines.sweep_deadlines(now=now)


def status_of(match):
    match.refresh_from_db()
    return match.status, match.ended_how


def test_an_overdue_match_is_lost_on_time(match) -> None:
    use_up_overtime(match)
    assert sweep(match.deadline + 6 * SECOND) == 1
    assert status_of(match) == (Status.FINISHED, "time")
    assert [player.result for player in match.players.all()] == ["lost", "won"]
    assert set(Notice.objects.filter(kind="match-over").values_list("user__name", flat=True)) == {
        "ann",
        "bob",
    }
    assert faults_of(match) == []


def test_five_seconds_of_grace_are_left_to_moves_on_their_way(match) -> None:
    assert sweep(match.deadline + controls.FLAG_GRACE) == 0
    assert sweep(match.deadline + controls.FLAG_GRACE + timedelta(microseconds=1)) == 1


def test_a_first_move_that_never_came_cancels_the_match() -> None:
    match = match_between(person("ann"), person("bob"))
    assert sweep(match.deadline + HOUR) == 1
    assert status_of(match) == (Status.ABORTED, "first-move")
    assert set(match.players.values_list("result", flat=True)) == {""}
    assert set(
        Notice.objects.exclude(kind__in=["your-turn", "match-began"]).values_list("kind", flat=True)
    ) == {"match-cancelled"}
    assert faults_of(match) == []


def test_the_second_player_has_a_first_move_too() -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, "e3e4")
    assert sweep(match.deadline + HOUR) == 1
    assert status_of(match) == (Status.ABORTED, "first-move")


def test_a_match_against_a_bot_is_cancelled_and_its_debts_are_gone() -> None:
    match = match_with_bot(person("ann"))
    assert sweep(match.deadline + HOUR) == 1
    assert status_of(match)[0] == Status.ABORTED
    assert not match.bot_turns.exists()


def test_sweeping_twice_ends_once(match) -> None:
    use_up_overtime(match)
    late = match.deadline + HOUR
    assert [sweep(late), sweep(late)] == [1, 0]
    assert Notice.objects.filter(kind="match-over").count() == 2


def test_a_move_that_came_in_meanwhile_wins_over_the_sweep(match) -> None:
    late = match.deadline + HOUR
    submit(match, south(match), "d3d4", seat_ply=2, now=match.deadline)
    assert deadlines.flag_if_overdue(uid=match.uid, now=late) is False
    assert status_of(match)[0] == Status.ACTIVE


def test_matches_without_a_clock_and_ended_ones_are_left_alone(match) -> None:
    untimed = match_between(person("cid"), person("dee"), time_control="none")
    pass_deadline(match, list(match.players.all()), now=match.deadline + TOO_LATE)
    assert sweep(NOON + 100 * DAY) == 0
    assert status_of(untimed)[0] == Status.ACTIVE


def test_a_match_that_cannot_be_ended_does_not_keep_the_others(match, caplog) -> None:
    broken = match_between(person("cid"), person("dee"))
    use_up_overtime(match)
    Match.objects.filter(pk=broken.pk).update(rules_version=99, deadline=match.deadline)
    Player.objects.filter(match=broken, seat=0).update(has_moved=True, deadline=match.deadline)
    assert sweep(match.deadline + HOUR) == 1
    assert status_of(match) == (Status.FINISHED, "time")
    assert f"left to the next sweep: deadline of match {broken.uid}" in caplog.text


# The breaker


def overdue_matches(count):
    """*count* running matches whose deadline passed at noon, as bare rows."""
    return Match.objects.bulk_create(
        Match(
            game="xiongqi",
            rules_version=1,
            time_control="relaxed",
            status=Status.ACTIVE,
            created_at=NOON,
            started_at=NOON,
            deadline=NOON,
        )
        for _number in range(count)
    )


@pytest.fixture
def flagged(monkeypatch):
    """The uids a sweep would end; nothing is ended."""
    uids: list[str] = []
    monkeypatch.setattr(deadlines, "flag_if_overdue", lambda *, uid, now: not uids.append(uid))
    return uids


def test_twenty_matches_may_end_in_one_sweep(flagged) -> None:
    overdue_matches(20)
    assert sweep(NOON + HOUR) == 20
    assert len(flagged) == 20


def test_of_many_one_sweep_ends_those_that_are_longest_overdue(flagged, monkeypatch) -> None:
    monkeypatch.setattr(deadlines, "BATCH", 3)
    late = overdue_matches(5)
    for age, match in enumerate(late):
        match.deadline = NOON - age * MINUTE
    Match.objects.bulk_update(late, ["deadline"])
    assert sweep(NOON + HOUR) == 3
    assert flagged == [match.uid for match in late[:1:-1]]


def test_more_smell_of_our_own_fault_so_none_ends_and_an_alarm_is_raised(flagged, caplog) -> None:
    overdue_matches(21)
    assert sweep(NOON + HOUR) == 0
    assert flagged == []
    alarm = next(record for record in caplog.records if record.levelno == logging.CRITICAL)
    assert alarm.getMessage() == "deadline sweep refused: it would end 21 of 21 matches"


# Outages


def back_up_at(now):
    """The site beats again, and gives back what it owes."""
    health.beat(now)
    health.give_back()


def test_the_first_beat_of_all_gives_nothing_back_and_waits_ten_minutes(match) -> None:
    late = match.deadline + HOUR
    assert deadlines.sweep_deadlines(now=late) == 0
    assert (status_of(match)[0], match.deadline) == (Status.ACTIVE, late - HOUR)


def test_an_outage_moves_every_running_clock_by_whole_quarters(match) -> None:
    other = match_between(person("cid"), person("dee"))
    untimed = match_between(person("eva"), person("fay"), time_control="none")
    before = {m.pk: m.deadline for m in (match, other)}
    started = Player.objects.get(match=match, seat=0).clock_started_at
    be_healthy_at(NOON + HOUR)
    back_up_at(NOON + HOUR - 3 * SECOND + 61 * MINUTE)
    for one in (match, other):
        one.refresh_from_db()
        assert one.deadline == before[one.pk] + 75 * MINUTE
        assert one.players.get(seat=0).deadline == one.deadline
        assert faults_of(one) == []
    assert Player.objects.get(match=match, seat=0).clock_started_at == started + 75 * MINUTE
    untimed.refresh_from_db()
    assert untimed.deadline is None


def test_time_given_back_is_not_charged_when_the_move_comes(match) -> None:
    be_healthy_at(NOON + HOUR)
    back_up_at(NOON + 4 * HOUR - 3 * SECOND)
    submit(match, south(match), "d3d4", seat_ply=2, now=NOON + 5 * HOUR)
    used = 5 * HOUR - MINUTE - 3 * HOUR
    assert match.players.get(seat=0).bank == 6 * DAY - used + DAY


def test_a_short_gap_gives_nothing_back(match) -> None:
    deadline = match.deadline
    be_healthy_at(NOON + HOUR)
    back_up_at(NOON + HOUR - 3 * SECOND + 5 * MINUTE - SECOND)
    match.refresh_from_db()
    assert match.deadline == deadline


def test_nobody_is_flagged_in_the_first_ten_minutes_of_health(match) -> None:
    be_healthy_at(match.deadline - 2 * HOUR)
    back = match.deadline + 6 * HOUR
    for minute in range(10):
        assert deadlines.sweep_deadlines(now=back + minute * MINUTE) == 0
    match.refresh_from_db()
    assert match.deadline > back  # two hours were left before, and are left now


def test_after_an_outage_a_sweep_flags_again(match) -> None:
    be_healthy_at(match.deadline - HOUR)
    back = match.deadline + 6 * HOUR
    deadlines.sweep_deadlines(now=back)
    match.refresh_from_db()
    for minute in range(int((match.deadline - back) / MINUTE) + 1):
        assert deadlines.sweep_deadlines(now=back + minute * MINUTE) == 0
    assert deadlines.sweep_deadlines(now=match.deadline + MINUTE) == 1


def test_a_clock_set_back_neither_gives_nor_takes(match) -> None:
    be_healthy_at(NOON + HOUR)
    back_up_at(NOON - HOUR)
    match.refresh_from_db()
    assert match.deadline == NOON + MINUTE + 6 * DAY
    assert HouseHealth.objects.get().last_beat == NOON + HOUR - 3 * SECOND


def test_an_outage_is_given_back_once(match) -> None:
    be_healthy_at(NOON + HOUR)
    for _again in range(3):
        back_up_at(NOON + 2 * HOUR)
    match.refresh_from_db()
    assert match.deadline == NOON + MINUTE + 6 * DAY + 75 * MINUTE


def test_an_outage_neither_starts_nor_moves_what_waits_for_an_opponent() -> None:
    invitation = opening.create_invitation(
        user=person("ann"), terms=opening.Terms("xiongqi", "relaxed", 0), now=NOON
    )
    be_healthy_at(NOON + HOUR)
    back_up_at(NOON + 9 * HOUR)
    invitation.refresh_from_db()
    assert invitation.deadline is None
    assert not invitation.players.exclude(deadline=None).exists()


# Many at once


def test_many_ends_are_several_tasks(monkeypatch) -> None:
    monkeypatch.setattr(deadlines, "BATCH", 2)
    made = [match_between(person(), person()) for _number in range(5)]
    late = made[0].deadline + HOUR
    assert [sweep(late) for _task in range(4)] == [2, 2, 1, 0]
    assert {status_of(match)[0] for match in made} == {Status.ABORTED}


def test_one_that_cannot_be_ended_takes_nobodys_place(monkeypatch) -> None:
    monkeypatch.setattr(deadlines, "BATCH", 1)
    made = [match_between(person(), person()) for _number in range(2)]
    honest, stuck = deadlines.flag_if_overdue, made[0].uid

    def flag(*, uid, now):
        if uid == stuck:
            raise RuntimeError
        return honest(uid=uid, now=now)

    monkeypatch.setattr(deadlines, "flag_if_overdue", flag)
    assert sweep(made[1].deadline + HOUR) == 1
    assert status_of(made[1])[0] == Status.ABORTED


def test_running_matches_are_counted_only_when_many_are_late(match) -> None:
    for late in (match.deadline - HOUR, match.deadline + HOUR):
        be_healthy_at(late)
        with CaptureQueriesContext(connection) as captured:
            deadlines.sweep_deadlines(now=late)
        assert not [one for one in captured if one["sql"].startswith("SELECT COUNT(*)")]


# Outages, given back in batches


@pytest.fixture
def matches():
    """Three that have begun a minute after noon, one move each way made."""
    made = [match_between(person(f"ann{n}"), person(f"bob{n}")) for n in "123"]
    for match in made:
        play(match, "e3e4", "e6e5")
    return made


@pytest.fixture
def owed(matches, monkeypatch):
    """An hour owed to three matches, of which one batch of one has been given it."""
    monkeypatch.setattr(health, "BATCH", 1)
    health.owe(HOUR, NOON + 2 * HOUR)
    health._give_back_batch()
    return matches


def shifts(matches):
    """By how much the deadlines differ from those of matches that are owed nothing."""
    plain = NOON + MINUTE + 6 * DAY
    return [Match.objects.get(pk=match.pk).deadline - plain for match in matches]


def test_a_house_killed_between_batches_goes_on_where_it_was(owed) -> None:
    assert shifts(owed) == [HOUR, 0 * HOUR, 0 * HOUR]
    be_healthy_at(NOON + 3 * HOUR)
    deadlines.sweep_deadlines(now=NOON + 3 * HOUR)
    assert shifts(owed) == [HOUR] * 3
    assert [faults_of(match) for match in Match.objects.all()] == [[], [], []]
    deadlines.sweep_deadlines(now=NOON + 3 * HOUR)
    assert (shifts(owed), Credit.objects.count()) == ([HOUR] * 3, 0)


def test_nobody_is_flagged_while_time_is_owed(owed) -> None:
    be_healthy_at(NOON + 9 * DAY)
    assert health.may_flag(NOON + 9 * DAY) is False
    health.give_back()
    assert health.may_flag(NOON + 9 * DAY) is True


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_move_between_batches_is_not_charged_the_outage(owed, place) -> None:
    """Whether the match has had its time already or not, mover and answerer get the same."""
    match, now = owed[place], NOON + 3 * HOUR
    submit(match, south(match), "d3d4", seat_ply=2, now=now)
    health.give_back()
    one, other = match.players.all()
    assert one.bank == 6 * DAY - (2 * HOUR - MINUTE) + DAY
    assert (other.clock_started_at, other.deadline) == (now, now + other.bank)
    assert Match.objects.get(pk=match.pk).deadline == other.deadline
    assert faults_of(Match.objects.get(pk=match.pk)) == []


def test_two_debts_are_both_paid(owed) -> None:
    health.owe(HOUR, NOON + 2 * HOUR)
    submit(owed[2], south(owed[2]), "d3d4", seat_ply=2, now=NOON + 3 * HOUR)
    assert owed[2].players.get(seat=0).bank == 6 * DAY - (HOUR - MINUTE) + DAY
    health.give_back()
    assert shifts(owed[:2]) == [2 * HOUR] * 2


def test_a_match_frozen_after_the_outage_is_owed_it_too(owed) -> None:
    early, late = owed[1:]
    Match.objects.filter(pk=early.pk).update(frozen_at=NOON + HOUR)
    Match.objects.filter(pk=late.pk).update(frozen_at=NOON + 3 * HOUR)
    health.give_back()
    assert shifts(owed) == [HOUR, 0 * HOUR, HOUR]
