"""A turn whose time has run out: excused once, then for the opponent to decide, then lost.

The first deadline a seat misses in a match gives it a day. After that, and at every later one, the
opponent may claim the win, give two days, or let a bot play on; three days of silence claim. All of
it is plain time, in which nothing is off, and moves no clock: a move that still comes is charged
what the clock held, and gets its bonus.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.match.changes.followers import Kind
from games.match.changes.telling import Verb, announce, write
from games.match.clocks.controls import control_of, is_slow
from games.match.models import Match, Player
from games.match.status import Late

EXCUSED = timedelta(hours=24)
SILENCE = timedelta(days=3)
"""How long the opponent can decide before the win is claimed by itself."""


def is_given_time(match: Match, players: Sequence[Player], player: Player, now: datetime) -> bool:
    """Return whether *player*, whose deadline passed in the locked match, still has time at *now*.

    What begins by then is written down and told. To be saved by the caller.
    """
    if match.is_setting_up or not player.has_moved or player.user_id is None:
        return False
    if not is_slow(control_of(match.time_control)):
        return False
    while player.deadline is not None and player.deadline < now:
        if player.late == Late.CLAIM:
            return False
        if not player.was_excused:
            _excuse(match, players, player)
        elif any(other.user_id is not None for other in _others(players, player)):
            _let_claim(match, players, player)
        else:
            return False
    return True


def _excuse(match: Match, players: Sequence[Player], player: Player) -> None:
    began = _lengthen(player, EXCUSED)
    player.late, player.was_excused = Late.EXCUSED, True
    write(match, Verb.EXCUSE, began, seat=player.seat, moved=EXCUSED)
    announce(match, players, Kind.EXCUSED, began, subject=subject_of(player, began))


def _let_claim(match: Match, players: Sequence[Player], player: Player) -> None:
    began = _lengthen(player, SILENCE)
    player.late = Late.CLAIM
    write(match, Verb.CLAIMABLE, began, seat=player.seat, moved=SILENCE)
    announce(match, players, Kind.CLAIMABLE, began, subject=subject_of(player, began))


def _lengthen(player: Player, by: timedelta) -> datetime:
    """Let the deadline of *player* be later by that; when it was until now."""
    assert player.deadline is not None
    began = player.deadline
    player.set_grace(player.grace + by)
    return began


def subject_of(player: Player, now: datetime) -> str:
    """Return what a notice is about: whose time, and since when."""
    return f"{player.seat} {now:%Y%m%dT%H%M%S.%f}"


def _others(players: Sequence[Player], player: Player) -> list[Player]:
    return [other for other in players if other.seat != player.seat]
