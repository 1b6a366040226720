"""The clock arithmetic: pure functions of a bank, a start and a moment."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.match import clocks
from games.match.clocks import MENU, RELAXED, UNTIMED, control_of
from tests.kit.builders import NOON

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)

banks = st.timedeltas(timedelta(), RELAXED.cap)
spells = st.timedeltas(-DAY, 30 * DAY)
gaps = st.timedeltas(timedelta(), 30 * DAY)


@pytest.mark.parametrize(
    ("slug", "bank", "bonus", "cap"),
    [
        ("relaxed", 5 * DAY, DAY, 7 * DAY),
        ("steady", 3 * DAY, DAY, 5 * DAY),
        ("brisk", DAY, 12 * HOUR, 3 * DAY),
        *((f"days{days}", days * DAY, days * DAY, days * DAY) for days in (1, 2, 3, 7, 14)),
        ("live15", 15 * MINUTE, timedelta(seconds=20), None),
        ("live30", 30 * MINUTE, timedelta(seconds=30), None),
        ("none", None, timedelta(), None),
    ],
)
def test_what_each_time_control_gives(
    slug: str, bank: timedelta | None, bonus: timedelta, cap: timedelta | None
) -> None:
    control = control_of(slug)
    assert (control.bank, control.bonus, control.cap) == (bank, bonus, cap)


def test_days_a_move_are_given_anew_with_every_move() -> None:
    control = control_of("days3")
    for used in (timedelta(), HOUR, 3 * DAY):
        assert clocks.bank_after_move(control, 3 * DAY, NOON, NOON + used) == 3 * DAY


def test_a_clock_is_low_below_an_eighth_and_at_most_two_hours() -> None:
    low = {slug: clocks.low_below(control) for slug, control in MENU.items()}
    assert (low["relaxed"], low["days1"], low["none"]) == (2 * HOUR, 2 * HOUR, 2 * HOUR)
    assert (low["live15"], low["live30"]) == (15 * MINUTE / 8, 30 * MINUTE / 8)


def test_no_bank_means_no_deadline_and_stays_no_bank() -> None:
    assert clocks.deadline_of(None, NOON, has_moved=True) is None
    assert clocks.bank_after_move(UNTIMED, None, NOON, NOON + DAY) is None


def test_a_first_move_is_due_within_three_days_however_full_the_clock() -> None:
    assert clocks.deadline_of(5 * DAY, NOON, has_moved=False) == NOON + 3 * DAY
    assert clocks.deadline_of(2 * DAY, NOON, has_moved=False) == NOON + 2 * DAY
    assert clocks.deadline_of(5 * DAY, NOON, has_moved=True) == NOON + 5 * DAY


@pytest.mark.parametrize("bank", [None, 2 * DAY, 3 * DAY, 5 * DAY])
@pytest.mark.parametrize("has_moved", [True, False])
def test_the_limit_named_is_the_one_that_counts(bank, has_moved) -> None:
    now = clocks.limit_now(bank, is_setting_up=False, has_moved=has_moved)
    held = bank if now is None else now
    assert clocks.deadline_of(bank, NOON, has_moved=has_moved) == (held and NOON + held)
    placing = clocks.limit_now(bank, is_setting_up=True, has_moved=has_moved)
    assert clocks.setup_deadline(bank, NOON) == (placing and NOON + placing)


@pytest.mark.parametrize(
    ("bank", "used", "left"),
    [
        (5 * DAY, HOUR, 6 * DAY - HOUR),
        (6.5 * DAY, HOUR, 7 * DAY),  # no more than the cap is saved
        (7 * DAY, 7 * DAY, DAY),
        (HOUR, 3 * DAY, timedelta()),  # never below nothing
        (5 * DAY, -HOUR, 6 * DAY),  # a clock that ran backwards costs and gives nothing
    ],
)
def test_a_move_costs_its_time_and_earns_the_bonus(bank, used, left) -> None:
    assert clocks.bank_after_move(RELAXED, bank, NOON, NOON + used) == left


@given(bank=banks, used=spells)
def test_a_bank_stays_between_nothing_and_the_cap(bank, used) -> None:
    after = clocks.bank_after_move(RELAXED, bank, NOON, NOON + used)
    assert timedelta() <= after <= RELAXED.cap


@given(bank=banks, used=spells, more=gaps)
def test_thinking_longer_never_leaves_more(bank, used, more) -> None:
    soon = clocks.bank_after_move(RELAXED, bank, NOON, NOON + used)
    late = clocks.bank_after_move(RELAXED, bank, NOON, NOON + used + more)
    assert late <= soon


@given(bank=banks, has_moved=st.booleans())
def test_a_deadline_is_never_before_its_start_nor_beyond_the_bank(bank, has_moved) -> None:
    deadline = clocks.deadline_of(bank, NOON, has_moved=has_moved)
    assert NOON <= deadline <= NOON + bank
    assert has_moved or deadline <= NOON + clocks.FIRST_MOVE


@given(spent=st.lists(st.timedeltas(timedelta(), 2 * DAY), max_size=12))
def test_whoever_moves_before_the_deadline_keeps_at_least_the_bonus(spent) -> None:
    bank, has_moved, start = RELAXED.bank, False, NOON
    for used in spent:
        deadline = clocks.deadline_of(bank, start, has_moved=has_moved)
        now = min(start + used, deadline)
        bank = clocks.bank_after_move(RELAXED, bank, start, now)
        assert RELAXED.bonus <= bank <= RELAXED.cap
        has_moved, start = True, now


@pytest.mark.parametrize(
    ("gap", "credit"),
    [
        (timedelta(), timedelta()),
        (5 * MINUTE - timedelta(microseconds=1), timedelta()),
        (5 * MINUTE, 15 * MINUTE),
        (15 * MINUTE, 15 * MINUTE),
        (15 * MINUTE + timedelta(microseconds=1), 30 * MINUTE),
        (2 * HOUR, 2 * HOUR),
        (-HOUR, timedelta()),
    ],
)
def test_outages_are_given_back_in_whole_quarters_of_an_hour(gap, credit) -> None:
    assert clocks.outage_credit(gap) == credit


@given(gap=gaps)
def test_a_credit_is_never_shorter_than_the_outage_nor_a_step_too_long(gap) -> None:
    credit = clocks.outage_credit(gap)
    assert credit % clocks.CREDIT_STEP == timedelta()
    if gap >= clocks.OUTAGE:
        assert gap <= credit < gap + clocks.CREDIT_STEP


@pytest.mark.parametrize(
    ("expiring", "running", "allowed"),
    [
        (0, 0, True),
        (20, 20, True),
        (21, 21, False),
        (21, 1049, False),
        (21, 1050, True),
        (100, 5000, True),
        (101, 5000, False),
    ],
)
def test_a_sweep_may_end_twenty_matches_or_two_in_a_hundred(expiring, running, allowed) -> None:
    assert clocks.flags_allowed(expiring=expiring, running=running) is allowed
