"""Time, as arithmetic on instants: every function is pure and takes ``now`` where it needs it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from games.match.clocks.calendar import ALWAYS_ON, Rest, elapsed, runs_out

FIRST_MOVE = timedelta(days=3)
"""A seat's first move is due within this, however much its clock holds."""

SETTING_UP = timedelta(hours=48)
"""How long both seats have to place their pieces, however much their clocks hold."""

FLAG_GRACE = timedelta(seconds=5)
"""How long after a deadline the sweeper waits: a move that arrived in time may be on its way in."""

LOW = timedelta(hours=2)
"""A clock with less than this is low at any rate at which days are played."""

OUTAGE = timedelta(minutes=5)
"""A silence of the site at least this long is given back to every running clock."""

CREDIT_STEP = timedelta(minutes=15)
"""Outages are rounded up to whole steps of this."""

HEALTH_FIRST = timedelta(minutes=10)
"""After an outage nobody is flagged before this much uninterrupted service."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time that a seat has: a bank, a bonus for every move and a cap on what can be saved; and
    which time is off."""

    slug: str
    """Its whole name, as terms carry it: what is printed on an offer follows from it alone."""
    bank: timedelta | None
    bonus: timedelta = timedelta()
    cap: timedelta | None = None
    nights: bool = False
    """Each seat has its own night off."""
    vacation: bool = False
    """A seat on vacation does not lose on time."""
    weekends: bool = False
    """Saturday and Sunday are off, each seat's in its own zone."""

    @property
    def rests(self) -> bool:
        """True if some hours of the week are off."""
        return self.nights or self.weekends


def _days_a_move(days: int) -> TimeControl:
    every = timedelta(days=days)
    return TimeControl(f"days{days}", every, every, every)


def _live(minutes: int, seconds: int) -> TimeControl:
    return TimeControl(f"live{minutes}", timedelta(minutes=minutes), timedelta(seconds=seconds))


RELAXED = TimeControl("relaxed", timedelta(days=5), timedelta(days=1), timedelta(days=7))
STEADY = TimeControl("steady", timedelta(days=3), timedelta(days=1), timedelta(days=5))
BRISK = TimeControl("brisk", timedelta(days=1), timedelta(hours=12), timedelta(days=3))
OVER_DAYS = (RELAXED, STEADY, BRISK, *(_days_a_move(days) for days in (1, 2, 3, 7, 14)))
LIVE = (_live(5, 5), _live(15, 20), _live(30, 30))
UNTIMED = TimeControl("none", None)

MENU = {control.slug: control for control in (*OVER_DAYS, *LIVE, UNTIMED)}
"""What can be chosen by name."""

SHORTEST_SLOW = timedelta(hours=12)
"""A clock that begins with less is for playing live, and knows no time off."""

NAME = re.compile(r"(?P<base>[a-z]+\d*|own(?:-\d{1,7}){3})(?:\.(?P<flags>n?v?w?))?")

SECOND = timedelta(seconds=1)


def is_slow(control: TimeControl) -> bool:
    """Return whether the clock is for play over days."""
    return control.bank is not None and control.bank >= SHORTEST_SLOW


@lru_cache(maxsize=1024)
def control_of(slug: str) -> TimeControl:
    """Return the time control of that name; raises LookupError for one that nobody can choose.

    A name is one of the menu's or "own-<bank>-<bonus>-<cap>" in seconds; behind a dot, letters say
    which time is off: n for nights, v for vacations, w for weekends. Each has one spelling.
    """
    match = NAME.fullmatch(slug)
    if match is None or match["flags"] == "":
        raise LookupError(slug)
    base, flags = match["base"], match["flags"] or ""
    control = _own(base) if base.startswith("own-") else MENU[base]
    if flags and not is_slow(control):
        raise LookupError(slug)
    return replace(
        control, slug=slug, nights="n" in flags, vacation="v" in flags, weekends="w" in flags
    )


def is_control(slug: str) -> bool:
    """Return whether there is such a time control."""
    try:
        control_of(slug)
    except LookupError:
        return False
    return True


def with_time_off(slug: str, *, nights: bool, vacation: bool, weekends: bool) -> str:
    """The name of the control *slug* (without flags) with that time off; itself for a live one."""
    if not is_slow(control_of(slug)):
        return slug
    chosen = {"n": nights, "v": vacation, "w": weekends}
    flags = "".join(flag for flag, is_chosen in chosen.items() if is_chosen)
    return f"{slug}.{flags}" if flags else slug


# Clocks of one's own: from and to, both included, in whole seconds

OWN_LIVE = (timedelta(minutes=1), timedelta(hours=3)), (timedelta(), timedelta(minutes=3))
OWN_SLOW = (SHORTEST_SLOW, timedelta(days=30)), (timedelta(), timedelta(days=14))
LONGEST_CAP = timedelta(days=30)


def own_slug(bank: timedelta, bonus: timedelta, cap: timedelta) -> str:
    """Return the name of such a control; `control_of` says whether it is within the bounds."""
    return f"own-{bank // SECOND}-{bonus // SECOND}-{cap // SECOND}"


def _own(base: str) -> TimeControl:
    """A control of somebody's own; raises LookupError outside the bounds."""
    bank, bonus, cap = (int(digits) * SECOND for digits in base.split("-")[1:])
    banks, bonuses = OWN_SLOW if bank >= SHORTEST_SLOW else OWN_LIVE
    fits = banks[0] <= bank <= banks[1] and bonuses[0] <= bonus <= bonuses[1]
    if not (fits and bank <= cap <= LONGEST_CAP and base == own_slug(bank, bonus, cap)):
        raise LookupError(base)
    return TimeControl(base, bank, bonus, cap)


# Clocks


def deadline_of(
    bank: timedelta | None, started: datetime, *, has_moved: bool, rest: Rest = ALWAYS_ON
) -> datetime | None:
    """Return when a clock with *bank* that started at *started* runs out; None without a clock.

    What a seat has for its first move knows no time off.
    """
    if bank is None:
        return None
    limit = limit_now(bank, is_setting_up=False, has_moved=has_moved)
    if limit is not None or not has_moved:
        return started + (limit or bank)
    return runs_out(bank, started, rest)


def setup_deadline(bank: timedelta | None, began: datetime) -> datetime | None:
    """By when pieces are to be placed; None where nobody plays against a clock."""
    limit = limit_now(bank, is_setting_up=True, has_moved=False)
    return None if limit is None else began + limit


def limit_now(bank: timedelta | None, *, is_setting_up: bool, has_moved: bool) -> timedelta | None:
    """Return what a clock that runs is held to in place of its bank; None if to nothing else."""
    if bank is None:
        return None
    if is_setting_up:
        return SETTING_UP
    return None if has_moved or bank <= FIRST_MOVE else FIRST_MOVE


def bank_after_move(
    control: TimeControl,
    bank: timedelta | None,
    started: datetime,
    now: datetime,
    rest: Rest = ALWAYS_ON,
    *,
    is_excused: bool = False,
) -> timedelta | None:
    """Return the clock's time after a move that arrives at *now*, the bonus included.

    A clock is never charged a negative time, and never holds more than the cap. One that *is
    excused* is charged no more than it held.
    """
    if bank is None:
        return None
    left = bank - elapsed(started, now, rest)
    left = max((max(left, timedelta()) if is_excused else left) + control.bonus, timedelta())
    return left if control.cap is None else min(left, control.cap)


def moved_start(started: datetime, by: timedelta, rest: Rest = ALWAYS_ON) -> datetime:
    """Return when a clock that started at *started* would have started with *by* more running time.

    Negative *by* takes time away.
    """
    if by >= timedelta():
        return runs_out(by, started, rest)
    low = started + by
    while elapsed(low, started, rest) < -by:
        low += by
    return runs_out(elapsed(low, started, rest) + by, low, rest)


def low_below(control: TimeControl) -> timedelta:
    """A clock that holds less than this is shown as low: an eighth of what it began with, and never
    more than two hours."""
    return LOW if control.bank is None else min(LOW, control.bank / 8)


def is_possible(control: TimeControl, bank: timedelta) -> bool:
    """Return whether a clock can hold *bank*: nothing below zero, nothing above the cap."""
    return timedelta() <= bank and (control.cap is None or bank <= control.cap)


def outage_credit(gap: timedelta) -> timedelta:
    """Return what a silence of *gap* gives back to every running clock: nothing, or whole steps."""
    if gap < OUTAGE:
        return timedelta()
    steps = -(-gap // CREDIT_STEP)
    return steps * CREDIT_STEP


def flags_allowed(*, expiring: int, running: int) -> bool:
    """Return whether a sweep may end *expiring* of *running* matches; more hint at our fault."""
    return expiring <= max(20, running // 50)
