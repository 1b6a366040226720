"""The arithmetic of a match's clocks, step by step, from when its moves were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engines.catalogue import meta_for
from engines.core.seats import Seat
from games.match.clocks import controls
from games.match.clocks.calendar import ALWAYS_ON, elapsed
from games.match.clocks.timeoff import rest_since
from games.match.models import Match, Ruling
from games.match.referee import Referee
from games.match.status import Late

OVERTIME = {
    Ruling.Verb.EXCUSE.value: Late.EXCUSED,
    Ruling.Verb.CLAIMABLE.value: Late.CLAIM,
    Ruling.Verb.TWO_DAYS.value: Late.GIVEN,
}
"""What is written where the time of a turn has run out, and what becomes of the turn by it: it is
charged no more than it had."""

UNMOVED = (Ruling.Verb.GRACE, Ruling.Verb.NO_GRACE, Ruling.Verb.PAUSE, *OVERTIME)
"""These move a deadline, but no clock; what was paused is off."""


@dataclass(frozen=True, slots=True)
class ClockStep:
    """One move, and what it did to the clock of its seat."""

    ply: int
    seat: Seat
    started_at: datetime
    made_at: datetime
    credited: timedelta
    """What moderators gave back within it: frozen time and extensions."""
    off: timedelta
    """Weekends and nights within it, which are not charged."""
    excused: timedelta
    """What came after the clock had run out, and is not charged: excused time, or given."""
    before: timedelta | None
    bonus: timedelta
    after: timedelta | None

    @property
    def spent(self) -> timedelta:
        """The time the move is charged."""
        wall = self.made_at - self.started_at
        return max(wall - self.off - self.credited - self.excused, timedelta())


def clock_steps(match: Match) -> list[ClockStep]:
    """Return every move with its arithmetic; none while pieces are placed in secret.

    What the site gives back to everybody after an outage is not written down for each match:
    where it was, a stored clock holds more than the last step says.
    """
    if match.started_at is None:
        return []
    control = controls.control_of(match.time_control)
    rulings = list(match.rulings.exclude(moved=None))
    moved = [ruling for ruling in rulings if ruling.verb not in UNMOVED]
    overtime = [ruling for ruling in rulings if ruling.verb in OVERTIME]
    uncharged = uncharged_plies(match)
    players = {Seat(player.seat): player for player in match.players.all()}
    banks: dict[Seat, timedelta | None] = {}
    moved_once: set[Seat] = set()
    steps, started = [], match.started_at
    for ply, (seat, made_at, is_move) in enumerate(Referee(match).made(), start=1):
        if not is_move:
            break
        before = banks.get(seat, control.bank)
        is_charged = ply > uncharged
        credited = _credited(moved, seat, started, made_at)
        after, rest, excused = before, ALWAYS_ON, timedelta()
        if seat in moved_once:
            rest = rest_since(match, players[seat], started)
        if is_charged:
            began = controls.moved_start(started, credited, rest)
            is_excused = bool(_within(overtime, seat, started, made_at))
            after = controls.bank_after_move(
                control, before, began, made_at, rest, is_excused=is_excused
            )
            if is_excused and before is not None:
                excused = max(elapsed(began, made_at, rest) - before, timedelta())
            moved_once.add(seat)
        banks[seat] = after
        bonus = control.bonus if is_charged else timedelta()
        off = max(made_at - started, timedelta()) - elapsed(started, made_at, rest)
        steps.append(
            ClockStep(ply, seat, started, made_at, credited, off, excused, before, bonus, after)
        )
        started = made_at
    return steps


def bank_after(match: Match, steps: Sequence[ClockStep], seat: int) -> timedelta | None:
    """Return what the clock of *seat* holds after the last of its *steps*, or at the start."""
    own = [step.after for step in steps if step.seat == seat]
    return own[-1] if own else controls.control_of(match.time_control).bank


def uncharged_plies(match: Match) -> int:
    """Return how many plies placed pieces: one for each seat, where there is anything to place."""
    meta = meta_for(match.game)
    return len(meta.seats_for(match.options)) if meta.placing is not None else 0


def _credited(moved: Sequence[Ruling], seat: Seat, start: datetime, end: datetime) -> timedelta:
    """Return what was given back to *seat* between two moments."""
    found = _within(moved, seat, start, end)
    return sum((ruling.moved or timedelta() for ruling in found), timedelta())


def _within(rulings: Sequence[Ruling], seat: Seat, start: datetime, end: datetime) -> list[Ruling]:
    """Return those about *seat* that were made between two moments."""
    return [row for row in rulings if start < row.made_at <= end and row.seat in (None, seat)]
