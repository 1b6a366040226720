"""Time off: when the clock of a seat stands still, as planned when each turn begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from accounts.preferences import time_off
from games.match.clocks.calendar import ALWAYS_ON, Rest, Span, elapsed, runs_out
from games.match.clocks.controls import TimeControl, control_of, deadline_of, setup_deadline
from games.match.models import Match, Pause, Player, Vacation


def rest_of(match: Match, player: Player) -> Rest:
    """Return the time off in the turn of *player* that goes on, or in that which comes next.

    What is due for the set-up and a first move knows none.
    """
    if match.is_setting_up or not player.has_moved or player.clock_started_at is None:
        return ALWAYS_ON
    return rest_since(match, player, player.clock_started_at)


def rest_since(match: Match, player: Player, started: datetime) -> Rest:
    """Return the time off in a turn of *player* that began at *started*, and was not the first."""
    away = _pauses(match, started)
    if control_of(match.time_control).vacation:
        away += _absences(player, started)
    return _rest(match, player, started, away)


def _rest_by(
    match: Match, player: Player, vacations: tuple[Span, ...], pauses: tuple[Span, ...]
) -> Rest:
    """Return the time off in the turn of *player* that goes on, with what was read of absences."""
    if not player.has_moved or player.clock_started_at is None:
        return ALWAYS_ON
    away = pauses + (vacations if control_of(match.time_control).vacation else ())
    return _rest(match, player, player.clock_started_at, away)


class Timetable:
    """The time off of all turns of a match, read at once."""

    def __init__(self, match: Match, players: Sequence[Player]) -> None:
        self._match = match
        since = match.started_at or match.created_at
        pauses = _pauses(match, since)
        has_vacation = control_of(match.time_control).vacation
        self._away = {
            player.seat: pauses + (_absences(player, since) if has_vacation else ())
            for player in players
        }

    def rest_since(self, player: Player, started: datetime) -> Rest:
        """`rest_since`, without asking the database."""
        return _rest(self._match, player, started, self._away[player.seat])


def _rest(match: Match, player: Player, started: datetime, away: tuple[Span, ...]) -> Rest:
    control = control_of(match.time_control)
    if not control.rests or (player.user is not None and player.user.is_program):
        return replace(ALWAYS_ON, absences=away) if away else ALWAYS_ON
    kept = [plan for plan in player.rests if datetime.fromisoformat(plan["since"]) <= started]
    plan = _read(kept[-1], control) if kept else Rest("UTC", control.weekends)
    return replace(plan, absences=away)


def _absences(player: Player, started: datetime) -> tuple[Span, ...]:
    """The vacations of the user of *player* that end after *started*; most have never had one."""
    if player.user is None or (player.user.away_until or started) <= started:
        return ()
    rows = Vacation.objects.filter(user=player.user, ends_at__gt=started).order_by("starts_at")
    return tuple(rows.values_list("starts_at", "ends_at"))


def _pauses_after(match: Match, moment: datetime) -> bool:
    return match.paused_until is not None and match.paused_until > moment


def _pauses(match: Match, started: datetime) -> tuple[Span, ...]:
    """Return the pauses of *match* that end after *started*; most matches have never had one."""
    if not _pauses_after(match, started):
        return ()
    rows = match.pauses.filter(ends_at__gt=started)
    return tuple(rows.values_list("starts_at", "ends_at"))


def ahead(match: Match, player: Player, now: datetime) -> timedelta:
    """Return the time given to the clock of *player* and not used: it starts only so much later."""
    started = player.clock_started_at
    if started is None or started <= now or match.is_setting_up or not player.has_moved:
        return timedelta()
    return elapsed(now, started, rest_since(match, player, now))


def start_ahead(match: Match, player: Player, left: timedelta, now: datetime) -> None:
    """Let the clock start after *left* of running time from *now* on, as its time off now is."""
    if left:
        player.clock_started_at = runs_out(left, now, rest_since(match, player, now))


def dues(players: Sequence[Player]) -> list[datetime | None]:
    """`due` for each of *players*, who are one user in many matches, in a few statements."""
    started = [player.clock_started_at for player in players if player.clock_started_at]
    if not started:
        return [None for _player in players]
    away = _absences(players[0], min(started))
    paused = [p.match_id for p in players if _pauses_after(p.match, min(started))]
    pauses: dict[int, tuple[Span, ...]] = {}
    for row in Pause.objects.filter(match__in=paused) if paused else ():
        pauses[row.match_id] = (*pauses.get(row.match_id, ()), (row.starts_at, row.ends_at))
    return [due(p.match, p, away=(away, pauses.get(p.match_id, ()))) for p in players]


def due(
    match: Match, player: Player, *, away: tuple[tuple[Span, ...], tuple[Span, ...]] | None = None
) -> datetime | None:
    """Return when the running clock of *player* has run out, its grace included; None if none runs.

    Who has read vacations and pauses hands them on as *away*.
    """
    started = player.clock_started_at
    if started is None:
        return None
    if match.is_setting_up:
        moment = setup_deadline(player.bank, started)
    else:
        rest = rest_of(match, player) if away is None else _rest_by(match, player, *away)
        moment = deadline_of(player.bank, started, has_moved=player.has_moved, rest=rest)
    return moment and moment + player.grace


def due_with(match: Match, player: Player, vacation: Span) -> datetime | None:
    """`due`, were *vacation* one of the user's as well."""
    started = player.clock_started_at
    if started is None:
        return None
    away = (*_absences(player, started), vacation)
    return due(match, player, away=(away, _pauses(match, started)))


def keep_plans(match: Match, players: Sequence[Player], now: datetime) -> None:
    """Note for each of *players*, whose turn begins, the time off its user has set.

    To be saved by the caller. A plan is written down where it differs from the one before.
    """
    control = control_of(match.time_control)
    if not control.rests:
        return
    users = [player.user_id for player in players if player.user_id is not None]
    settings = time_off.time_off_of(users, now)
    for player in players:
        if player.user_id is not None:
            _keep(player, settings[player.user_id], control, now)


@dataclass(frozen=True, slots=True)
class RunningClock:
    """The state of a running clock, for whoever looks at it: nothing of the plan behind it."""

    deadline: datetime
    left: timedelta
    """What is still to run until then."""
    skips: tuple[str, ...] = ()
    """What is off before the deadline: "nights", "weekends", "vacation", "pause"."""
    back_at: datetime | None = None
    """When it runs again, where it stands still now."""
    pauses_at: datetime | None = None
    """When it stands still next, where that is before the deadline; told to its owner alone."""
    late: str = ""
    """What becomes of it, where it has run out (see `status.Late`)."""

    def to_others(self, now: datetime) -> RunningClock:
        """Return what others may know: for how many hours it stands still, but no window."""
        if self.back_at is None:
            return replace(self, pauses_at=None)
        hours = -(-(self.back_at - now) // HOUR)
        return replace(self, back_at=now + hours * HOUR, pauses_at=None)


HOUR = timedelta(hours=1)


def running_clock(match: Match, player: Player, now: datetime) -> RunningClock | None:
    """Return the clock of *player*, if it runs."""
    if player.deadline is None:
        return None
    rest, ends = rest_from(match, player, now), max(player.deadline - player.grace, now)
    left = elapsed(now, ends, rest) + max(player.deadline - ends, timedelta())
    if left == max(player.deadline - now, timedelta()):
        return RunningClock(player.deadline, left, late=player.late)
    control, paused = control_of(match.time_control), _pauses(match, now)
    away = set(rest.absences) - set(paused)
    kinds = {
        "nights": rest.night is not None,
        "weekends": control.weekends,
        "vacation": any(begins < ends and now < until for begins, until in away),
        "pause": bool(paused),
    }
    back = back_at(rest, now)
    pause = _pauses_at(rest, back or now, ends)
    skips = tuple(k for k in kinds if kinds[k])
    return RunningClock(player.deadline, left, skips, back, pause, player.late)


def rest_from(match: Match, player: Player, now: datetime) -> Rest:
    """`rest_of`, with what is off before a clock starts that was given time."""
    started = player.clock_started_at
    if started is None or started <= now or match.is_setting_up or not player.has_moved:
        return rest_of(match, player)
    return rest_since(match, player, now)


def _pauses_at(rest: Rest, runs_from: datetime, until: datetime) -> datetime | None:
    """Until when a clock that runs at *runs_from* does so without a break; None if to the end."""
    low, high = runs_from, until
    if elapsed(low, high, rest) == high - low:
        return None
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) / 2
        is_whole = elapsed(runs_from, middle, rest) == middle - runs_from
        low, high = (middle, high) if is_whole else (low, middle)
    return low


def back_at(rest: Rest, now: datetime) -> datetime | None:
    """Return when a clock that is off at *now* runs again; None if it is not off."""
    moment = runs_out(timedelta.resolution, now, rest) - timedelta.resolution
    return moment if moment > now else None


def are_plans(player: Player, control: TimeControl) -> bool:
    """Return whether a player's stored time off can be read, and is in order of time."""
    if not control.rests:
        return player.rests == []
    try:
        since = [datetime.fromisoformat(plan["since"]) for plan in player.rests]
        return since == sorted(since) and all(_read(plan, control) for plan in player.rests)
    except (LookupError, TypeError, ValueError):
        return False


def forget_plans(user_id: int) -> None:
    """Forget where and when somebody slept whose matches are all over."""
    Player.objects.filter(user_id=user_id).exclude(rests=[]).update(rests=[])


def _keep(player: Player, mine: time_off.TimeOff, control: TimeControl, now: datetime) -> None:
    night = [moment.isoformat() for moment in mine.night or ()] if control.nights else []
    plan = {"zone": mine.zone, "night": night}
    last = player.rests[-1] if player.rests else {}
    if plan != {name: last.get(name) for name in plan}:
        player.rests = [*player.rests, {"since": now.isoformat(), **plan}]


def _read(plan: dict[str, str | list[str]], control: TimeControl) -> Rest:
    night = [time.fromisoformat(moment) for moment in plan["night"]]
    return Rest(str(plan["zone"]), control.weekends, (night[0], night[1]) if night else None)
