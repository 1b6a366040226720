"""Time, as arithmetic on instants: every function is pure and takes ``now`` where it needs it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

FIRST_MOVE = timedelta(days=3)
"""A seat's first move is due within this, however much its clock holds."""

SETTING_UP = timedelta(hours=48)
"""How long both seats have to place their pieces, however much their clocks hold."""

FLAG_GRACE = timedelta(seconds=5)
"""How long after a deadline the sweeper waits: a move that arrived in time may be on its way in."""

LOW = timedelta(hours=2)
"""A clock with less than this is low at any rate at which days are played."""

OUTAGE = timedelta(minutes=5)
"""A silence of the house at least this long is given back to every running clock."""

CREDIT_STEP = timedelta(minutes=15)
"""Outages are rounded up to whole steps of this."""

HEALTH_FIRST = timedelta(minutes=10)
"""After an outage nobody is flagged before this much uninterrupted service."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has: a bank, a bonus for every move, and a cap on what can be saved."""

    slug: str
    bank: timedelta | None
    bonus: timedelta = timedelta()
    cap: timedelta | None = None


def _days_a_move(days: int) -> TimeControl:
    every = timedelta(days=days)
    return TimeControl(f"days{days}", every, every, every)


def _live(minutes: int, seconds: int) -> TimeControl:
    return TimeControl(f"live{minutes}", timedelta(minutes=minutes), timedelta(seconds=seconds))


RELAXED = TimeControl("relaxed", timedelta(days=5), timedelta(days=1), timedelta(days=7))
STEADY = TimeControl("steady", timedelta(days=3), timedelta(days=1), timedelta(days=5))
BRISK = TimeControl("brisk", timedelta(days=1), timedelta(hours=12), timedelta(days=3))
OVER_DAYS = (RELAXED, STEADY, BRISK, *(_days_a_move(days) for days in (1, 2, 3, 7, 14)))
LIVE = (_live(15, 20), _live(30, 30))
UNTIMED = TimeControl("none", None)

TIME_CONTROLS = {control.slug: control for control in (*OVER_DAYS, *LIVE, UNTIMED)}


def deadline_of(bank: timedelta | None, started: datetime, *, has_moved: bool) -> datetime | None:
    """When a clock that holds *bank* and started at *started* runs out; None without a clock."""
    if bank is None:
        return None
    return started + (limit_now(bank, is_setting_up=False, has_moved=has_moved) or bank)


def setup_deadline(bank: timedelta | None, began: datetime) -> datetime | None:
    """By when pieces are to be placed; None where nobody plays against a clock."""
    limit = limit_now(bank, is_setting_up=True, has_moved=False)
    return None if limit is None else began + limit


def limit_now(bank: timedelta | None, *, is_setting_up: bool, has_moved: bool) -> timedelta | None:
    """What a clock that runs is held to in place of its bank; None if to nothing else."""
    if bank is None:
        return None
    if is_setting_up:
        return SETTING_UP
    return None if has_moved or bank <= FIRST_MOVE else FIRST_MOVE


def bank_after_move(
    control: TimeControl, bank: timedelta | None, started: datetime, now: datetime
) -> timedelta | None:
    """What the clock holds once a move arriving at *now* has been played, the bonus included.

    A clock is never charged a negative time, and never holds more than the cap.
    """
    if bank is None:
        return None
    left = bank - max(now - started, timedelta()) + control.bonus
    left = max(left, timedelta())
    return left if control.cap is None else min(left, control.cap)


def low_below(control: TimeControl) -> timedelta:
    """A clock that holds less than this is shown as low: an eighth of what it began with, and never
    more than two hours."""
    return LOW if control.bank is None else min(LOW, control.bank / 8)


def is_possible(control: TimeControl, bank: timedelta) -> bool:
    """Whether a clock can hold *bank*: nothing below zero, nothing above the cap."""
    return timedelta() <= bank and (control.cap is None or bank <= control.cap)


def outage_credit(gap: timedelta) -> timedelta:
    """What a silence of *gap* gives back to every running clock: nothing, or whole steps."""
    if gap < OUTAGE:
        return timedelta()
    steps = -(-gap // CREDIT_STEP)
    return steps * CREDIT_STEP


def flags_allowed(*, expiring: int, running: int) -> bool:
    """Whether one sweep may end *expiring* of *running* matches; more smells of our own fault."""
    return expiring <= max(20, running // 50)
