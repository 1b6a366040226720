"""The one place that turns a user into eyes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engines.core.arbiter import ARBITER
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.models import Match, Status

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

    from games.models import Player


def seat_of(user: AbstractBaseUser | AnonymousUser, players: Iterable[Player]) -> Seat | None:
    """The seat *user* sits in, or None; a stranger without an account sits nowhere."""
    if not user.is_authenticated:
        return None
    seats = [Seat(player.seat) for player in players if player.user_id == user.pk]
    return seats[0] if seats else None


def viewer_for(user: AbstractBaseUser | AnonymousUser, players: Iterable[Player]) -> Viewer:
    """Whose eyes *user* has on a match: those of the own seat, or a bystander's."""
    seat = seat_of(user, players)
    return BYSTANDER if seat is None else Viewer.of(seat)


REPLAY_EYES = {
    "south": Viewer.of(Seat(0)),
    "north": Viewer.of(Seat(1)),
    "public": BYSTANDER,
    "all": ARBITER,
}
"""Whose eyes anybody may look back with once a match is over, by name."""


def replay_viewer(name: str, match: Match) -> Viewer | None:
    """The eyes of that name to look back at *match* with.

    None for a name that is none, and for a match that was not played to its
    end: before that everybody has the own eyes only, and after a cancelled
    match for ever.
    """
    return REPLAY_EYES.get(name) if match.status == Status.FINISHED else None
