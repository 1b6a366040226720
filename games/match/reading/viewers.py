"""The one place that turns a user into eyes."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.common.visitors import Visitor
from engines.catalogue import meta_for
from engines.core.arbiter import ARBITER
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.common.seats import seat_keys
from games.match.models import Match, Player
from games.match.status import Status


def seat_of(user: Visitor, players: Iterable[Player]) -> Seat | None:
    """Return the seat *user* sits in, or None; a stranger without an account sits nowhere."""
    if not user.is_authenticated:
        return None
    seats = [Seat(player.seat) for player in players if player.user_id == user.pk]
    return seats[0] if seats else None


def viewer_for(user: Visitor, players: Iterable[Player]) -> Viewer:
    """Return the eyes of *user* on a match: those of the own seat, or a bystander's."""
    seat = seat_of(user, players)
    return BYSTANDER if seat is None else Viewer.of(seat)


def replay_eyes(match: Match) -> dict[str, Viewer]:
    """Return the eyes with which anybody may look back once *match* is over, by name: the keys
    of its seats, "public" and "all"."""
    keys = seat_keys(meta_for(match.game).seats_for(match.options))
    seats = {key: Viewer.of(Seat(number)) for number, key in enumerate(keys)}
    return {**seats, "public": BYSTANDER, "all": ARBITER}


def replay_viewer(name: str, match: Match) -> Viewer | None:
    """Return the eyes of that name to look back at *match* with.

    None for a name that is none, and for a match that was not played to its
    end: before that everybody has the own eyes only, and after a cancelled
    match for ever.
    """
    return replay_eyes(match).get(name) if match.status == Status.FINISHED else None


def arbiter() -> Viewer:
    """Eyes that see all, for a reveal that was asked for, approved and logged: nothing else."""
    return ARBITER
