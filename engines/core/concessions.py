"""Concessions in games of two seats: how they end a match, and how they are stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engines.core.jsontypes import Json
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat

P = TypeVar("P")  # a game's position

SEATS = frozenset({Seat(0), Seat(1)})


def outcome_of_concession(seats: frozenset[Seat], *, before: Outcome | None) -> Outcome:
    """How it ends when *seats* drop out: the other side wins, both at once draw.

    *before* is the outcome so far. ValueError when there is one already, or for anything but
    one or both seats.
    """
    if before is not None:
        raise ValueError("the match is over")
    if not seats or not seats <= SEATS:
        raise ValueError(f"not seats of this game: {sorted(seats)}")
    return Outcome(Termination.CONCESSION, SEATS - seats)


def stored_concession(outcome: Outcome | None) -> list[Json]:
    """The seats that conceded, in order; none unless that is how it ended."""
    if outcome is None or outcome.termination is not Termination.CONCESSION:
        return []
    return [*sorted(SEATS - outcome.winners)]


def after_concession(
    position: P, stored: list[Json], concede: Callable[[P, frozenset[Seat]], P]
) -> P:
    """*position* once those *stored* have conceded; ValueError if they are no seats in order."""
    if not stored:
        return position
    if stored not in ([0], [1], [0, 1]):
        raise ValueError(f"not conceding seats: {stored!r}")
    return concede(position, frozenset(seat for seat in SEATS if seat in stored))
