"""Concessions: how they end a match, and how they are stored where the first one ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engines.core.jsontypes import Json
from engines.core.outcome import Outcome, Termination
from engines.core.seats import Seat

P = TypeVar("P")  # a game's position


def seats_among(count: int) -> frozenset[Seat]:
    """Return all seats of a match of *count*."""
    return frozenset(map(Seat, range(count)))


def outcome_of_concession(
    seats: frozenset[Seat], *, before: Outcome | None, count: int = 2
) -> Outcome:
    """Return the outcome when *seats* of *count* drop out: those who stay win, nobody draws.

    *before* is the outcome so far. ValueError when there is one already, or for anything but
    seats of the match.
    """
    if before is not None:
        raise ValueError("the match is over")
    if not seats or not seats <= seats_among(count):
        raise ValueError(f"not seats of this game: {sorted(seats)}")
    return Outcome(Termination.CONCESSION, seats_among(count) - seats)


def stored_concession(outcome: Outcome | None, *, count: int = 2) -> list[Json]:
    """Return the seats that conceded, in order; none unless that is how it ended."""
    if outcome is None or outcome.termination is not Termination.CONCESSION:
        return []
    return [*sorted(seats_among(count) - outcome.winners)]


def after_concession(
    position: P, stored: list[Json], concede: Callable[[P, frozenset[Seat]], P], *, count: int = 2
) -> P:
    """*position* once those *stored* have conceded; ValueError if they are no seats in order."""
    if not stored:
        return position
    conceding = frozenset(seat for seat in seats_among(count) if seat in stored)
    if stored != sorted(conceding) or any(isinstance(seat, bool) for seat in stored):
        raise ValueError(f"not conceding seats: {stored!r}")
    return concede(position, conceding)
