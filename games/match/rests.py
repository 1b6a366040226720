"""When a seat's clock stands still: the plan that each turn keeps from when it began."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from accounts import time_off
from games.match.calendar import ALWAYS_ON, Rest, runs_out
from games.match.clocks import TimeControl, control_of, deadline_of, setup_deadline
from games.match.models import Match, Player


def rest_of(match: Match, player: Player) -> Rest:
    """The time off in the turn of *player* that goes on, or in that which comes next.

    What is due for the set-up and a first move knows none.
    """
    if match.is_setting_up or not player.has_moved or player.clock_started_at is None:
        return ALWAYS_ON
    return rest_since(match, player, player.clock_started_at)


def rest_since(match: Match, player: Player, started: datetime) -> Rest:
    """The time off in a turn of *player* that began at *started*, and was not the first."""
    control = control_of(match.time_control)
    if not control.rests:
        return ALWAYS_ON
    kept = [plan for plan in player.rests if datetime.fromisoformat(plan["since"]) <= started]
    return _read(kept[-1], control) if kept else Rest("UTC", control.weekends)


def due(match: Match, player: Player) -> datetime | None:
    """When the running clock of *player* has run out, its grace included; None if none runs."""
    started = player.clock_started_at
    if started is None:
        return None
    if match.is_setting_up:
        moment = setup_deadline(player.bank, started)
    else:
        rest = rest_of(match, player)
        moment = deadline_of(player.bank, started, has_moved=player.has_moved, rest=rest)
    return moment and moment + player.grace


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


def back_at(rest: Rest, now: datetime) -> datetime | None:
    """When a clock that is off at *now* runs again; None if it is not off."""
    moment = runs_out(timedelta.resolution, now, rest) - timedelta.resolution
    return moment if moment > now else None


def _keep(player: Player, mine: time_off.TimeOff, control: TimeControl, now: datetime) -> None:
    night = [moment.isoformat() for moment in mine.night or ()] if control.nights else []
    plan = {"zone": mine.zone, "night": night}
    last = player.rests[-1] if player.rests else {}
    if plan != {name: last.get(name) for name in plan}:
        player.rests = [*player.rests, {"since": now.isoformat(), **plan}]


def _read(plan: dict[str, str | list[str]], control: TimeControl) -> Rest:
    night = [time.fromisoformat(moment) for moment in plan["night"]]
    return Rest(str(plan["zone"]), control.weekends, (night[0], night[1]) if night else None)
