"""When each move was made, and how long it took: time off and what was frozen not counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engines.core.seats import Seat
from games.match.clocks.calendar import ALWAYS_ON, elapsed
from games.match.clocks.controls import control_of
from games.match.clocks.timeoff import Timetable
from games.match.models import Match, Player
from games.match.reading.clockproof import uncharged_plies
from games.match.reading.selectors import RulingFacts
from games.match.status import Status


@dataclass(frozen=True, slots=True)
class PlyTime:
    """The time of a move, and how long its seat had thought; None where that is not known."""

    made_at: datetime
    took: timedelta | None


def ply_times(
    match: Match,
    players: Sequence[Player],
    made: Mapping[int, tuple[Seat, datetime]],
    rulings: Sequence[RulingFacts] = (),
    *,
    reader: Seat | None,
) -> dict[int, PlyTime]:
    """The times of those plies that are moves of the players, by number, from what is *made*.

    A turn begins with the ply before it: where *made* lacks that, it is not known how long it took.
    Nor is it told of others than the *reader* as long as the match goes on, where they have nights,
    weekends or vacations: what was not counted, turn by turn, would tell when they sleep.
    """
    control = control_of(match.time_control)
    is_private = match.status == Status.ACTIVE and (control.rests or control.vacation)
    first = max(uncharged_plies(match), match.given_plies) + 1
    table = Timetable(match, players)
    found = {}
    for ply, (seat, made_at) in made.items():
        if ply < first:
            continue
        started = match.started_at if ply == 1 else made.get(ply - 1, (None, None))[1]
        if started is None or (is_private and seat != reader):
            found[ply] = PlyTime(made_at, None)
            continue
        is_first = ply < first + len(players)
        rest = ALWAYS_ON if is_first else table.rest_since(players[seat], started)
        took = elapsed(started, made_at, rest) - _frozen(rulings, started, made_at)
        found[ply] = PlyTime(made_at, max(took, timedelta()))
    return found


def _frozen(rulings: Sequence[RulingFacts], started: datetime, made_at: datetime) -> timedelta:
    """Return how long moderators had stopped the match between two moments."""
    found = (
        row.moved or timedelta()
        for row in rulings
        if row.verb == "resume" and started < row.made_at <= made_at
    )
    return sum(found, timedelta())
