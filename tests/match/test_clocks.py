"""The clock arithmetic: pure functions of a bank, a start and a moment."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.match.clocks import controls
from games.match.clocks.calendar import Rest
from games.match.clocks.controls import MENU, RELAXED, UNTIMED, control_of
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
        assert controls.bank_after_move(control, 3 * DAY, NOON, NOON + used) == 3 * DAY


def test_a_clock_is_low_below_an_eighth_and_at_most_two_hours() -> None:
    low = {slug: controls.low_below(control) for slug, control in MENU.items()}
    assert (low["relaxed"], low["days1"], low["none"]) == (2 * HOUR, 2 * HOUR, 2 * HOUR)
    assert (low["live15"], low["live30"]) == (15 * MINUTE / 8, 30 * MINUTE / 8)


def test_no_bank_means_no_deadline_and_stays_no_bank() -> None:
    assert controls.deadline_of(None, NOON, has_moved=True) is None
    assert controls.bank_after_move(UNTIMED, None, NOON, NOON + DAY) is None


def test_a_first_move_is_due_within_three_days_however_full_the_clock() -> None:
    assert controls.deadline_of(5 * DAY, NOON, has_moved=False) == NOON + 3 * DAY
    assert controls.deadline_of(2 * DAY, NOON, has_moved=False) == NOON + 2 * DAY
    assert controls.deadline_of(5 * DAY, NOON, has_moved=True) == NOON + 5 * DAY


@pytest.mark.parametrize("bank", [None, 2 * DAY, 3 * DAY, 5 * DAY])
@pytest.mark.parametrize("has_moved", [True, False])
def test_the_limit_named_is_the_one_that_counts(bank, has_moved) -> None:
    now = controls.limit_now(bank, is_setting_up=False, has_moved=has_moved)
    held = bank if now is None else now
    assert controls.deadline_of(bank, NOON, has_moved=has_moved) == (held and NOON + held)
    placing = controls.limit_now(bank, is_setting_up=True, has_moved=has_moved)
    assert controls.setup_deadline(bank, NOON) == (placing and NOON + placing)
    assert placing == (bank and 2 * DAY)


def test_a_clock_that_holds_no_more_than_a_first_move_has_is_held_to_itself() -> None:
    held = (3 * DAY, 3 * DAY + MINUTE)
    limits = [controls.limit_now(bank, is_setting_up=False, has_moved=False) for bank in held]
    assert limits == [None, 3 * DAY]


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
    assert controls.bank_after_move(RELAXED, bank, NOON, NOON + used) == left


def test_a_live_clock_saves_without_a_cap() -> None:
    live = control_of("live15")
    assert controls.bank_after_move(live, DAY, NOON, NOON) == DAY + live.bonus


@given(bank=banks, used=spells)
def test_a_bank_stays_between_nothing_and_the_cap(bank, used) -> None:
    after = controls.bank_after_move(RELAXED, bank, NOON, NOON + used)
    assert timedelta() <= after <= RELAXED.cap


@given(bank=banks, used=spells, more=gaps)
def test_thinking_longer_never_leaves_more(bank, used, more) -> None:
    soon = controls.bank_after_move(RELAXED, bank, NOON, NOON + used)
    late = controls.bank_after_move(RELAXED, bank, NOON, NOON + used + more)
    assert late <= soon


@given(bank=banks, has_moved=st.booleans())
def test_a_deadline_is_never_before_its_start_nor_beyond_the_bank(bank, has_moved) -> None:
    deadline = controls.deadline_of(bank, NOON, has_moved=has_moved)
    assert NOON <= deadline <= NOON + bank
    assert has_moved or deadline <= NOON + controls.FIRST_MOVE


@given(spent=st.lists(st.timedeltas(timedelta(), 2 * DAY), max_size=12))
def test_whoever_moves_before_the_deadline_keeps_at_least_the_bonus(spent) -> None:
    bank, has_moved, start = RELAXED.bank, False, NOON
    for used in spent:
        deadline = controls.deadline_of(bank, start, has_moved=has_moved)
        now = min(start + used, deadline)
        bank = controls.bank_after_move(RELAXED, bank, start, now)
        assert RELAXED.bonus <= bank <= RELAXED.cap
        has_moved, start = True, now


@pytest.mark.parametrize(
    ("slug", "off"),
    [
        ("days1", (False, False, False)),
        ("days1.n", (True, False, False)),
        ("relaxed.v", (False, True, False)),
        ("days1.w", (False, False, True)),
        ("own-43200-0-43200.nvw", (True, True, True)),
    ],
)
def test_letters_behind_the_dot_say_which_time_is_off(slug, off) -> None:
    control = control_of(slug)
    assert (control.slug, control.nights, control.vacation, control.weekends) == (slug, *off)
    assert control.rests is (off[0] or off[2])
    named = dict(zip(("nights", "vacation", "weekends"), off, strict=True))
    assert controls.with_time_off(slug.partition(".")[0], **named) == slug


def test_a_live_clock_knows_no_time_off() -> None:
    assert controls.with_time_off("live15", nights=True, vacation=True, weekends=True) == "live15"


OWN = {
    # bank, bonus and cap in seconds: what just fits, and what just does not
    (60, 0, 60): True,
    (59, 0, 60): False,
    (10_800, 180, 2_592_000): True,
    (10_801, 0, 10_801): False,
    (10_800, 181, 10_800): False,
    (43_199, 0, 43_199): False,
    (43_200, 0, 43_200): True,
    (43_200, 1_209_600, 43_200): True,
    (43_200, 1_209_601, 43_200): False,
    (2_592_000, 0, 2_592_000): True,
    (2_592_001, 0, 2_592_001): False,
    (43_200, 0, 43_199): False,
    (43_200, 0, 2_592_000): True,
    (43_200, 0, 2_592_001): False,
}


@pytest.mark.parametrize(("seconds", "fits"), OWN.items())
def test_a_clock_of_ones_own_keeps_to_its_bounds(seconds, fits) -> None:
    parts = [timedelta(seconds=each) for each in seconds]
    slug = controls.own_slug(*parts)
    assert slug == "own-{}-{}-{}".format(*seconds)
    assert controls.is_control(slug) is fits
    if fits:
        control = control_of(slug)
        assert [control.slug, control.bank, control.bonus, control.cap] == [slug, *parts]


@pytest.mark.parametrize(
    "slug", ["", "never", "days1.", "days1.vn", "live15.n", "own-060-0-60", "own-60-0", "none.w"]
)
def test_there_is_no_clock_by_another_spelling(slug) -> None:
    assert not controls.is_control(slug)
    with pytest.raises(LookupError):
        control_of(slug)


A_DAY_OFF = Rest("UTC", absences=((NOON + HOUR, NOON + DAY + HOUR),))


def test_time_off_moves_a_deadline_but_for_the_first_move() -> None:
    later = controls.deadline_of(2 * DAY, NOON, has_moved=True, rest=A_DAY_OFF)
    first = controls.deadline_of(2 * DAY, NOON, has_moved=False, rest=A_DAY_OFF)
    assert (later, first) == (NOON + 3 * DAY, NOON + 2 * DAY)


@pytest.mark.parametrize(
    ("by", "start"),
    [
        (timedelta(), NOON),
        (30 * MINUTE, NOON + 30 * MINUTE),
        (2 * HOUR, NOON + DAY + 2 * HOUR),
        (-HOUR, NOON - HOUR),
    ],
)
def test_a_start_is_moved_by_time_that_runs(by, start) -> None:
    assert controls.moved_start(NOON, by, A_DAY_OFF) == start


def test_a_start_is_moved_back_over_time_off() -> None:
    began = NOON + DAY + 2 * HOUR
    assert controls.moved_start(began, -90 * MINUTE, A_DAY_OFF) == NOON + 30 * MINUTE
    assert controls.moved_start(began, -HOUR, A_DAY_OFF) in (NOON + HOUR, NOON + DAY + HOUR)


def test_an_excused_clock_is_charged_no_more_than_it_held() -> None:
    after = controls.bank_after_move(RELAXED, HOUR, NOON, NOON + 3 * DAY, is_excused=True)
    assert after == RELAXED.bonus


@pytest.mark.parametrize(
    ("slug", "bank", "is_one"),
    [
        ("relaxed", timedelta(), True),
        ("relaxed", -timedelta(seconds=1), False),
        ("relaxed", 7 * DAY, True),
        ("relaxed", 7 * DAY + timedelta(seconds=1), False),
        ("live15", 70 * DAY, True),
        ("live15", -timedelta(seconds=1), False),
    ],
)
def test_what_a_clock_can_hold(slug, bank, is_one) -> None:
    assert controls.is_possible(control_of(slug), bank) is is_one


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
    assert controls.outage_credit(gap) == credit


@given(gap=gaps)
def test_a_credit_is_never_shorter_than_the_outage_nor_a_step_too_long(gap) -> None:
    credit = controls.outage_credit(gap)
    assert credit % controls.CREDIT_STEP == timedelta()
    if gap >= controls.OUTAGE:
        assert gap <= credit < gap + controls.CREDIT_STEP


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
    assert controls.flags_allowed(expiring=expiring, running=running) is allowed
